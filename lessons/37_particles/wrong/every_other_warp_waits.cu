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
    extern __shared__ float4 tile[];
    for (int part = 0; part < 2; ++part) {
        int i = blockIdx.x * 2 * blockDim.x + threadIdx.x, k = i + blockDim.x;
        bool works = threadIdx.x / 32 % 2 == part;
        float4 a = now[min(i, n - 1)], b = now[min(k, n - 1)];
        float3 pa = make_float3(0, 0, 0), pb = pa;
        for (int first = 0; first < n; first += blockDim.x) {
            int count = min(blockDim.x, n - first);
            if (part == 0 || threadIdx.x < count)
                if (threadIdx.x < count) tile[threadIdx.x] = now[first + threadIdx.x];
            __syncthreads();
            if (works)
                for (int j = 0; j < count; ++j) {
                    float4 o = tile[j];
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
            __syncthreads();
        }
        if (works && i < n) move(next, velocity, i, a, pa, dt);
        if (works && k < n) move(next, velocity, k, b, pb, dt);
    }
}
