// The tile is copied to an array of the thread's own (8 KB), and each of the two particles has a loop of its own over that.
__global__ void particles_pairs(const float4* now, float4* next, float4* velocity, int n, float dt, float softening) {
    extern __shared__ float4 tile[];
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
    float4 kept[512];
    float4 here[2];
    float3 pull[2];
    for (int p = 0; p < 2; ++p) here[p] = now[min(i + p * int(blockDim.x), n - 1)], pull[p] = make_float3(0, 0, 0);
    for (int first = 0; first < n; first += blockDim.x) {
        int count = min(blockDim.x, n - first);
        if (threadIdx.x < count) tile[threadIdx.x] = now[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < count; ++j) kept[j] = tile[j];
        for (int p = 0; p < 2; ++p)
            for (int j = 0; j < count; ++j) {
                float4 other = kept[j];
                float x = other.x - here[p].x, y = other.y - here[p].y, z = other.z - here[p].z;
                float inverse = rsqrtf(x * x + y * y + z * z + softening * softening), f = other.w * inverse * inverse * inverse;
                pull[p].x += f * x, pull[p].y += f * y, pull[p].z += f * z;
            }
        __syncthreads();
    }
    for (int p = 0; p < 2; ++p) {
        int k = i + p * blockDim.x;
        if (k >= n) return;
        float4 v = velocity[k];
        v.x += pull[p].x * dt, v.y += pull[p].y * dt, v.z += pull[p].z * dt;
        velocity[k] = v;
        next[k] = make_float4(here[p].x + v.x * dt, here[p].y + v.y * dt, here[p].z + v.z * dt, here[p].w);
    }
}
