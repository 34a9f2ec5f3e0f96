//! launch: grid=1 block=32
//! argument: u64:30064771072
//! argument: f32[32]:zeros
//! fault: out_of_bounds 7
//! says: 0x700000000, which is not a texture object of this launch
//! hint: the order of the kernel's arguments
__global__ void k(cudaTextureObject_t image, float* out) { out[threadIdx.x] = tex2D<float>(image, threadIdx.x, 0); }
