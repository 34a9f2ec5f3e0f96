//! launch: grid=1 block=32
//! argument: surface:f32[16x4]:zeros
//! fault: out_of_bounds 8
//! says: writes at byte 64 of a row of 'plane', whose rows have 64 bytes (16 texels of 4)
//! hint: cudaBoundaryModeZero
// The first row is too short for the second half of the warp.
__global__ void k(cudaSurfaceObject_t plane) {
    surf2Dwrite((float)threadIdx.x, plane, threadIdx.x * sizeof(float), 0);
}
