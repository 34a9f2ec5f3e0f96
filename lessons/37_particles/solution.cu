// A thread moves two particles and uses each particle of the tile for both: half the reads of shared memory, and twice the work
// for the same two barriers.
__device__ float3 with_pull(float3 sum, float4 here, float4 other, float softening) {
    float x = other.x - here.x, y = other.y - here.y, z = other.z - here.z;
    float inverse = rsqrtf(fmaf(x, x, fmaf(y, y, fmaf(z, z, softening * softening))));
    float pull = other.w * inverse * inverse * inverse;
    return make_float3(fmaf(pull, x, sum.x), fmaf(pull, y, sum.y), fmaf(pull, z, sum.z));
}

__device__ void move(float4* next, float4* velocity, int i, float4 here, float3 pull, float dt) {
    float4 v = velocity[i];
    v.x = fmaf(pull.x, dt, v.x);
    v.y = fmaf(pull.y, dt, v.y);
    v.z = fmaf(pull.z, dt, v.z);
    velocity[i] = v;
    next[i] = make_float4(fmaf(v.x, dt, here.x), fmaf(v.y, dt, here.y), fmaf(v.z, dt, here.z), here.w);
}

__global__ void particles_pairs(const float4* now, float4* next, float4* velocity, int n, float dt, float softening) {
    extern __shared__ float4 tile[];
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x, k = i + blockDim.x;
    float4 here_i = now[min(i, n - 1)], here_k = now[min(k, n - 1)];
    float3 pull_i = make_float3(0, 0, 0), pull_k = make_float3(0, 0, 0);
    for (int first = 0; first < n; first += blockDim.x) {
        int count = min(blockDim.x, n - first);
        if (threadIdx.x < count) tile[threadIdx.x] = now[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < count; ++j) {
            float4 other = tile[j];
            pull_i = with_pull(pull_i, here_i, other, softening);
            pull_k = with_pull(pull_k, here_k, other, softening);
        }
        __syncthreads();
    }
    if (i < n) move(next, velocity, i, here_i, pull_i, dt);
    if (k < n) move(next, velocity, k, here_k, pull_k, dt);
}
