//! launch: grid=1 block=8
//! argument: texture:f32[4]:iota
//! argument: f32[8]:iota
//! result: 1 = 0 1 2 3 0 0 0 0
//! warning: 7 fetches texel 4 of 'image', which has 4, 0 to 3
__global__ void k(cudaTextureObject_t image, float* out) {
    out[threadIdx.x] = tex1Dfetch<float>(image, threadIdx.x);
}
