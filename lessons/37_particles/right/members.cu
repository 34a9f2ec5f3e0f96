// Each thread moves two particles, and uses each particle of the tile for both.
__global__ void particles_pairs(const float4* now, float4* next, float4* velocity, int n, float dt, float softening) {
    extern __shared__ float4 tile[];
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
    int k = i + blockDim.x;
    float4 a = now[min(i, n - 1)];
    float4 b = now[min(k, n - 1)];
    float3 pull_a = make_float3(0, 0, 0);
    float3 pull_b = make_float3(0, 0, 0);
    for (int first = 0; first < n; first += blockDim.x) {
        int count = min(blockDim.x, n - first);
        if (threadIdx.x < count) tile[threadIdx.x] = now[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < count; ++j) {
            float x = tile[j].x - a.x, y = tile[j].y - a.y, z = tile[j].z - a.z;
            float r = rsqrtf(x * x + y * y + z * z + softening * softening);
            float pull = tile[j].w * r * r * r;
            pull_a.x += pull * x;
            pull_a.y += pull * y;
            pull_a.z += pull * z;
            x = tile[j].x - b.x, y = tile[j].y - b.y, z = tile[j].z - b.z;
            r = rsqrtf(x * x + y * y + z * z + softening * softening);
            pull = tile[j].w * r * r * r;
            pull_b.x += pull * x;
            pull_b.y += pull * y;
            pull_b.z += pull * z;
        }
        __syncthreads();
    }
    if (i < n) {
        velocity[i].x += pull_a.x * dt;
        velocity[i].y += pull_a.y * dt;
        velocity[i].z += pull_a.z * dt;
        next[i] = make_float4(a.x + velocity[i].x * dt, a.y + velocity[i].y * dt, a.z + velocity[i].z * dt, a.w);
    }
    if (k < n) {
        velocity[k].x += pull_b.x * dt;
        velocity[k].y += pull_b.y * dt;
        velocity[k].z += pull_b.z * dt;
        next[k] = make_float4(b.x + velocity[k].x * dt, b.y + velocity[k].y * dt, b.z + velocity[k].z * dt, b.w);
    }
}
