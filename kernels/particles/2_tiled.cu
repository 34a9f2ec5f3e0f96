// Step 2: removes most reads of global memory. A block copies as many particles as it has threads to shared memory, and each of
// its threads uses them all. Launch with one float4 of dynamic shared memory for each thread of a block.
__global__ void particles_tiled(const float4* now, float4* next, float4* velocity, int n, float dt, float softening) {
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 here = now[min(i, n - 1)];  // no return yet: every thread helps to copy
    float pull_x = 0, pull_y = 0, pull_z = 0;
    for (int first = 0; first < n; first += blockDim.x) {
        //[copy]
        int count = min(blockDim.x, n - first);
        if (threadIdx.x < count) tile[threadIdx.x] = now[first + threadIdx.x];
        __syncthreads();  // the tile is full
        //[/copy]
        for (int j = 0; j < count; ++j) {
            float4 other = tile[j];  //[read]
            float x = other.x - here.x, y = other.y - here.y, z = other.z - here.z;
            float inverse = rsqrtf(fmaf(x, x, fmaf(y, y, fmaf(z, z, softening * softening))));
            float pull = other.w * inverse * inverse * inverse;
            pull_x = fmaf(pull, x, pull_x);
            pull_y = fmaf(pull, y, pull_y);
            pull_z = fmaf(pull, z, pull_z);
        }
        __syncthreads();  // nobody needs it any more  //[after]
    }
    if (i >= n) return;
    float4 v = velocity[i];
    v.x = fmaf(pull_x, dt, v.x);
    v.y = fmaf(pull_y, dt, v.y);
    v.z = fmaf(pull_z, dt, v.z);
    velocity[i] = v;
    next[i] = make_float4(fmaf(v.x, dt, here.x), fmaf(v.y, dt, here.y), fmaf(v.z, dt, here.z), here.w);
}
