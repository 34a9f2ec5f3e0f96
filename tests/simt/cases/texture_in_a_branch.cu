//! launch: grid=1 block=8
//! argument: texture:f32[8]:iota
//! argument: f32[8]:zeros
//! result: 1 = 7 1 7 3 7 5 7 7
__global__ void k(cudaTextureObject_t image, float* out) {
    float4 value = {7, 7, 7, 7};
    if (threadIdx.x % 2) value.x = tex1D<float>(image, threadIdx.x + 0.5f);
    out[threadIdx.x] = value.x;
}
