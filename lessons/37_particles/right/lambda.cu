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
    const unsigned x = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + x, k = i + blockDim.x;
    float4 none = make_float4(0, 0, 0, 0), a = i < n ? now[i] : none, b = k < n ? now[k] : none;
    float3 pa = make_float3(0, 0, 0), pb = pa;
    auto pull = [&](float3& sum, const float4& at, const float4& o) {
        float dx = o.x - at.x, dy = o.y - at.y, dz = o.z - at.z, p = pull_of(o.w, dx, dy, dz, softening);
        sum.x = fmaf(p, dx, sum.x), sum.y = fmaf(p, dy, sum.y), sum.z = fmaf(p, dz, sum.z);
    };
    for (unsigned tiles = (n + blockDim.x - 1) / blockDim.x, t = 0; t < tiles; ++t) {
        unsigned from = t * blockDim.x, count = min(blockDim.x, n - from);
        if (from + x < n) tile[x] = now[from + x];
        __syncthreads();
        for (unsigned j = 0; j < count; ++j) {
            const float4 o = tile[j];
            pull(pa, a, o), pull(pb, b, o);
        }
        __syncthreads();
    }
    if (i < n) move(next, velocity, i, a, pa, dt);
    if (k < n) move(next, velocity, k, b, pb, dt);
}
