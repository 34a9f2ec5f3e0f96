//! launch: grid=2 block=32
//! argument: f32[60]:iota
//! argument: f32[60]:zeros
//! argument: i32:60
//! fault: out_of_bounds 9 a 60 1 27
//! hint: guard an offset such as i + 1
__global__ void difference(const float* a, float* d, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] = a[i + 1] - a[i];  // here
}
