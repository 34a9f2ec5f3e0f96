//! launch: grid=1 block=32
//! argument: u64:0
//! argument: f32[32]:zeros
//! fault: null_pointer 7
//! says: texture object 0, which was never created
//! hint: cudaCreateTextureObject
__global__ void k(cudaTextureObject_t image, float* out) { out[threadIdx.x] = tex2D<float>(image, threadIdx.x, 0); }
