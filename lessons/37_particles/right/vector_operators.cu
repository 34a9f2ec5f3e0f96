// Operators for float3, particles in an array of two, a lambda for the tile loop.
__device__ float3 operator+(float3 a, float3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ float3 operator*(float s, float3 a) { return {s * a.x, s * a.y, s * a.z}; }
__device__ float3 away(float4 a, float4 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__global__ void particles_pairs(const float4* __restrict__ now, float4* __restrict__ next, float4* __restrict__ velocity, int n, float dt, float softening) {
    extern __shared__ float4 tile[];
    const unsigned mine[2] = {2 * blockIdx.x * blockDim.x + threadIdx.x, (2 * blockIdx.x + 1) * blockDim.x + threadIdx.x};
    float4 here[2];
    float3 pull[2] = {};
    for (int p = 0; p < 2; ++p) here[p] = mine[p] < n ? now[mine[p]] : float4{};
    for (unsigned first = 0; first < n; first += blockDim.x) {
        __syncthreads();
        tile[threadIdx.x] = first + threadIdx.x < n ? now[first + threadIdx.x] : float4{0, 0, 0, 0};
        __syncthreads();
        const unsigned count = min(blockDim.x, n - first);
        for (unsigned j = 0; j < count; ++j) {
            const float4 other = tile[j];
            for (int p = 0; p < 2; ++p) {
                const float3 d = away(other, here[p]);
                const float r = rsqrtf(dot(d, d) + softening * softening);
                pull[p] = pull[p] + (other.w * r * r * r) * d;
            }
        }
    }
    for (int p = 0; p < 2; ++p)
        if (mine[p] < n) {
            float4 v = velocity[mine[p]];
            v = {v.x + pull[p].x * dt, v.y + pull[p].y * dt, v.z + pull[p].z * dt, v.w};
            velocity[mine[p]] = v;
            next[mine[p]] = {here[p].x + v.x * dt, here[p].y + v.y * dt, here[p].z + v.z * dt, here[p].w};
        }
}
