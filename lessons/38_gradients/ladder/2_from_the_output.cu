// The slope of tanh where its value y is known.
__global__ void slope_of_output(const float* a, float* slopes, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float y = a[i];
    float slope = 1 - y * y;  //[line]
    slopes[i] = slope;
}
