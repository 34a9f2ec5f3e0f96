//! launch: grid=1 block=8
//! argument: surface:f32[4x4x2]:zeros
//! argument: f32[8]:zeros
//! fault: out_of_bounds 7
//! says: reads in plane 2 of 'volume', which has 2, 0 to 1
__global__ void k(cudaSurfaceObject_t volume, float* out) {
    out[threadIdx.x] = surf3Dread<float>(volume, 0, 0, threadIdx.x);
}
