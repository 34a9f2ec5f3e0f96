// The pull of the second particle is kept in its velocity, in global memory, and added to after each tile.
__device__ float pull_of(float m, float x, float y, float z, float s) {
    float inverse = rsqrtf(x * x + y * y + z * z + s * s);
    return m * inverse * inverse * inverse;
}
__global__ void particles_pairs(const float4* now, float4* next, float4* velocity, int n, float dt, float softening) {
    extern __shared__ float4 tile[];
    int own[2] = {int(blockIdx.x * 2 * blockDim.x + threadIdx.x), int((blockIdx.x * 2 + 1) * blockDim.x + threadIdx.x)};
    float4 p[2] = {now[min(own[0], n - 1)], now[min(own[1], n - 1)]};
    for (int first = 0; first < n; first += blockDim.x) {
        int count = min(blockDim.x, n - first);
        if (threadIdx.x < count) tile[threadIdx.x] = now[first + threadIdx.x];
        __syncthreads();
        float3 pull[2] = {};
        for (int j = 0; j < count; ++j) {
            float4 other = tile[j];
            for (int k = 0; k < 2; ++k) {
                float x = other.x - p[k].x, y = other.y - p[k].y, z = other.z - p[k].z, f = pull_of(other.w, x, y, z, softening);
                pull[k].x += f * x, pull[k].y += f * y, pull[k].z += f * z;
            }
        }
        for (int k = 0; k < 2; ++k)
            if (own[k] < n) {
                atomicAdd(&velocity[own[k]].x, pull[k].x * dt);
                atomicAdd(&velocity[own[k]].y, pull[k].y * dt);
                atomicAdd(&velocity[own[k]].z, pull[k].z * dt);
            }
        __syncthreads();
    }
    for (int k = 0; k < 2; ++k)
        if (own[k] < n) {
            float4 v = velocity[own[k]];
            next[own[k]] = make_float4(p[k].x + v.x * dt, p[k].y + v.y * dt, p[k].z + v.z * dt, p[k].w);
        }
}
