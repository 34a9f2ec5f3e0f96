//! launch: grid=1 block=8
//! argument: texture:f32[4x2]:iota,linear,wrap,normalized
//! argument: f32[8]:zeros
//! result: 1 = 1.5 0.5 1.5 2.5 1.5 0.5 1.5 2.5
// Halfway between the texels of a row, and in the middle of the first row; -0.5 comes back in at the right edge.
__global__ void k(cudaTextureObject_t image, float* out) {
    float x = threadIdx.x / 4.0f;
    out[threadIdx.x] = tex2D<float>(image, x, 0.25f);
}
