// Wrong on purpose: 2_tiled without its second barrier. A warp that is ahead overwrites the tile while another warp still
// reads it.
__global__ void particles_no_second_barrier(const float4* now, float4* next, float4* velocity, int n, float dt, float softening) {
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
            float x = other.x - here.x;
            float y = other.y - here.y;
            float z = other.z - here.z;
            float inverse = rsqrtf(x * x + y * y + z * z + softening * softening);
            float pull = other.w * inverse * inverse * inverse;
            pull_x += pull * x;
            pull_y += pull * y;
            pull_z += pull * z;
        }
    }
    if (i >= n) return;
    float4 v = velocity[i];
    v.x += pull_x * dt;
    v.y += pull_y * dt;
    v.z += pull_z * dt;
    velocity[i] = v;
    next[i] = make_float4(here.x + v.x * dt, here.y + v.y * dt, here.z + v.z * dt, here.w);
}
