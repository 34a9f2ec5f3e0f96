//! launch: grid=1 block=96
//! options: trace=full order=all
//! argument: f32[96]:iota
//! race: 7 8 scale
__global__ void normalise(float* a) {
    __shared__ float scale;
    if (threadIdx.x == 64) scale = 2.0f;  // write
    if (threadIdx.x < 32) a[threadIdx.x] *= scale;  // read
}
