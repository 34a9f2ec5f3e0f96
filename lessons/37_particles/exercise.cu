// Half as many threads as particles, in blocks that share tiles of blockDim.x particles.
__global__ void particles_pairs(const float4* now, float4* next, float4* velocity, int n, float dt, float softening) {
    extern __shared__ float4 tile[];
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
    // TODO: the block has 2 * blockDim.x particles, and this moves the first half of them. Let thread i move particle i + blockDim.x too.
    float4 here = now[min(i, n - 1)];
    float pull_x = 0, pull_y = 0, pull_z = 0;
    for (int first = 0; first < n; first += blockDim.x) {
        int count = min(blockDim.x, n - first);
        if (threadIdx.x < count) tile[threadIdx.x] = now[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < count; ++j) {
            float4 other = tile[j];
            float x = other.x - here.x;
            float y = other.y - here.y;
            float z = other.z - here.z;
            float inverse = rsqrtf(x * x + y * y + z * z + softening * softening);
            float pull = other.w * inverse * inverse * inverse;
            pull_x += pull * x;
            pull_y += pull * y;
            pull_z += pull * z;
        }
        __syncthreads();
    }
    if (i >= n) return;
    float4 v = velocity[i];
    v.x += pull_x * dt;
    v.y += pull_y * dt;
    v.z += pull_z * dt;
    velocity[i] = v;
    next[i] = make_float4(here.x + v.x * dt, here.y + v.y * dt, here.z + v.z * dt, here.w);
}
