//! launch: grid=2 block=32
//! argument: f32[5]:iota
//! argument: f32[64]:zeros
//! argument: i32:5
//! fault: out_of_bounds 9 centres 5 0 0
//! hint: check where the loop ends
__global__ void nearest(const float* centres, float* out, int m) {
    float sum = 0;
    for (int j = 0; j <= m; ++j) sum += centres[j];  // here
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
