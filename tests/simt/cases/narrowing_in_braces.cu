//! launch: grid=1 block=1
//! argument: f32[2]:zeros
//! argument: u32:7
//! result: 0 = 7
// A number that may not fit its type is a warning, as with nvcc
__global__ void k(float* a, unsigned n) {
    float2 v = {n, 1u};
    a[0] = v.x;
}
