//! launch: grid=1 block=1
//! argument: surface:f32[4x2]:iota
//! argument: f32[6]:zeros
//! result: 0 = 0 1 2 99 4 5 6 98
//! result: 1 = 3 0 4 0 99 7
__global__ void k(cudaSurfaceObject_t plane, float* out) {
    out[0] = surf2Dread<float>(plane, 100, 0, cudaBoundaryModeClamp);
    out[1] = surf2Dread<float>(plane, 16, 0, cudaBoundaryModeZero);
    out[2] = surf2Dread<float>(plane, -4, 7, cudaBoundaryModeClamp);
    out[3] = surf2Dread<float>(plane, 0, -1, cudaBoundaryModeZero);
    out[5] = surf2Dread<float>(plane, 12, 1);
    surf2Dwrite(99.f, plane, 20, -1, cudaBoundaryModeClamp);
    surf2Dwrite(77.f, plane, 0, 2, cudaBoundaryModeZero);
    surf2Dwrite(98.f, plane, 12, 1);
    out[4] = surf2Dread<float>(plane, 12, 0);
}
