//! launch: grid=2 block=64
//! argument: f32[100]:iota
//! fault: out_of_bounds 7 a 100 1 36
//! hint: if (i < n)
__global__ void scale(float* a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[i] * 2.0f;  // here
}
