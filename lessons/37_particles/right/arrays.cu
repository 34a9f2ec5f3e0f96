// Each thread moves two particles, and uses each particle of the tile for both.
__device__ float3 pull_of(float4 other, float4 here, float softening) {
    float3 d = make_float3(other.x - here.x, other.y - here.y, other.z - here.z);
    float inverse = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z + softening * softening);
    float pull = other.w * inverse * inverse * inverse;
    return make_float3(pull * d.x, pull * d.y, pull * d.z);
}

__global__ void particles_pairs(const float4* now, float4* next, float4* velocity, int n, float dt, float softening) {
    extern __shared__ float4 tile[];
    int mine[2] = {int(blockIdx.x * 2 * blockDim.x + threadIdx.x), int((blockIdx.x * 2 + 1) * blockDim.x + threadIdx.x)};
    float4 here[2];
    float3 sum[2];
    for (int p = 0; p < 2; ++p) {
        if (mine[p] < n) here[p] = now[mine[p]];
        else here[p] = make_float4(0, 0, 0, 0);
        sum[p] = make_float3(0, 0, 0);
    }
    for (int start = 0; start < n; start += blockDim.x) {
        int j = start + threadIdx.x;
        tile[threadIdx.x] = j < n ? now[j] : make_float4(0, 0, 0, 0);  // without mass
        __syncthreads();
        for (int t = 0; t < blockDim.x && start + t < n; ++t) {
            const float4 other = tile[t];
            for (int p = 0; p < 2; ++p) {
                float3 pull = pull_of(other, here[p], softening);
                sum[p].x += pull.x;
                sum[p].y += pull.y;
                sum[p].z += pull.z;
            }
        }
        __syncthreads();
    }
    for (int p = 0; p < 2; ++p) {
        if (mine[p] >= n) continue;
        float4 v = velocity[mine[p]];
        v = make_float4(v.x + sum[p].x * dt, v.y + sum[p].y * dt, v.z + sum[p].z * dt, v.w);
        velocity[mine[p]] = v;
        next[mine[p]] = make_float4(here[p].x + v.x * dt, here[p].y + v.y * dt, here[p].z + v.z * dt, here[p].w);
    }
}
