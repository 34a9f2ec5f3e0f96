// Each thread moves two particles, a and b, and uses each particle of the tile for both: half the reads of shared memory per
// particle, and twice the work between two barriers.
__device__ float pull_of(float mass, float x, float y, float z, float softening) {
    float inverse = rsqrtf(x * x + y * y + z * z + softening * softening);
    return mass * inverse * inverse * inverse;
}

__device__ void move(float4* next, float4* velocity, int i, float4 here, float3 pull, float dt) {
    float4 v = velocity[i];
    v.x += pull.x * dt;
    v.y += pull.y * dt;
    v.z += pull.z * dt;
    velocity[i] = v;
    next[i] = make_float4(here.x + v.x * dt, here.y + v.y * dt, here.z + v.z * dt, here.w);
}

__global__ void particles_pairs(const float4* now, float4* next, float4* velocity, int n, float dt, float softening) {
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x, k = i + blockDim.x;
    float4 a = now[min(i, n - 1)], b = now[min(k, n - 1)];
    float3 pa = make_float3(0, 0, 0), pb = pa;
    for (int first = 0; first < n; first += 32) {
        float4 mine = first + threadIdx.x % 32 < n ? now[first + threadIdx.x % 32] : make_float4(0, 0, 0, 0);
        for (int j = 0; j < 32; ++j) {
            float4 o = make_float4(__shfl_sync(~0u, mine.x, j), __shfl_sync(~0u, mine.y, j), __shfl_sync(~0u, mine.z, j),
                                   __shfl_sync(~0u, mine.w, j));
            float x = o.x - a.x, y = o.y - a.y, z = o.z - a.z, p = pull_of(o.w, x, y, z, softening);
            pa.x += p * x;
            pa.y += p * y;
            pa.z += p * z;
            x = o.x - b.x, y = o.y - b.y, z = o.z - b.z;
            p = pull_of(o.w, x, y, z, softening);
            pb.x += p * x;
            pb.y += p * y;
            pb.z += p * z;
        }
    }
    if (i < n) move(next, velocity, i, a, pa, dt);
    if (k < n) move(next, velocity, k, b, pb, dt);
}
