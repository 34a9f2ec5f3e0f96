// Two passes over the tile, one for each particle; the lanes pass the particles of the tile on by shuffles.
__global__ void particles_pairs(const float4* now, float4* next, float4* velocity, int n, float dt, float softening) {
    extern __shared__ float4 tile[];
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x, l = threadIdx.x % 32;
    float4 own[2] = {now[min(i, n - 1)], now[min(i + blockDim.x, n - 1)]};
    float3 p[2] = {};
    for (int f = 0; f < n; f += blockDim.x) {
        int count = min(blockDim.x, n - f);
        tile[threadIdx.x] = threadIdx.x < count ? now[f + threadIdx.x] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int h = 0; h < 2; ++h)
            for (int j = 0; j < count; j += 32) {
                float4 o = tile[j + l];
                for (int k = 0; k < 32; ++k) {
                    float m = __shfl_sync(~0u, o.w, k), x = __shfl_sync(~0u, o.x, k) - own[h].x,
                          y = __shfl_sync(~0u, o.y, k) - own[h].y, z = __shfl_sync(~0u, o.z, k) - own[h].z;
                    float q = rsqrtf(x * x + y * y + z * z + softening * softening);
                    q = m * q * q * q;
                    p[h].x += q * x;
                    p[h].y += q * y;
                    p[h].z += q * z;
                }
            }
        __syncthreads();
    }
    for (int h = 0; h < 2; ++h) {
        int k = i + h * blockDim.x;
        if (k < n) {
            float4 v = velocity[k];
            v.x += p[h].x * dt;
            v.y += p[h].y * dt;
            v.z += p[h].z * dt;
            velocity[k] = v;
            next[k] = make_float4(own[h].x + v.x * dt, own[h].y + v.y * dt, own[h].z + v.z * dt, own[h].w);
        }
    }
}
