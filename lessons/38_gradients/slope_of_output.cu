// The slope of tanh where its value is known.
__global__ void slope_of_output(const float* a, float* slopes, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    slopes[i] = 1 - a[i] * a[i];
}
