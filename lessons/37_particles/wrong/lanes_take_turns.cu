// The lanes of a warp add up the pull on their first particle in four turns.
__device__ void pull_of(float4 other, float4 here, float softening, float3& pull) {
    float x = other.x - here.x, y = other.y - here.y, z = other.z - here.z;
    float inverse = rsqrtf(x * x + y * y + z * z + softening * softening);
    float p = other.w * inverse * inverse * inverse;
    pull.x += p * x, pull.y += p * y, pull.z += p * z;
}
__device__ void move(int i, float4 here, float3 pull, float4* next, float4* velocity, float dt) {
    float4 v = velocity[i];
    v.x += pull.x * dt, v.y += pull.y * dt, v.z += pull.z * dt;
    velocity[i] = v;
    next[i] = make_float4(here.x + v.x * dt, here.y + v.y * dt, here.z + v.z * dt, here.w);
}
__global__ void particles_pairs(const float4* now, float4* next, float4* velocity, int n, float dt, float softening) {
    extern __shared__ float4 tile[];
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x, k = i + blockDim.x;
    float4 here = now[min(i, n - 1)], there = now[min(k, n - 1)];
    float3 pull = make_float3(0, 0, 0), other_pull = make_float3(0, 0, 0);
    for (int first = 0; first < n; first += blockDim.x) {
        int count = min(blockDim.x, n - first);
        if (threadIdx.x < count) tile[threadIdx.x] = now[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < count; ++j) {
            float4 other = tile[j];
            for (int turn = 0; turn < 4; ++turn) if (threadIdx.x % 4 == turn) pull_of(other, here, softening, pull);
            if (k < n) pull_of(other, there, softening, other_pull);
        }
        __syncthreads();
    }
    if (i < n) move(i, here, pull, next, velocity, dt);
    if (k < n) move(k, there, other_pull, next, velocity, dt);
}
