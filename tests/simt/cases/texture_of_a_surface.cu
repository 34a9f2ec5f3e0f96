//! launch: grid=1 block=32
//! argument: surface:f32[32x1]:zeros
//! argument: f32[32]:zeros
//! fault: launch_invalid 7
//! says: calls tex2D with 'image', which is a surface object
//! hint: surf2Dread
__global__ void k(cudaSurfaceObject_t image, float* out) { out[threadIdx.x] = tex2D<float>(image, threadIdx.x, 0); }
