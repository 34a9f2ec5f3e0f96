// The slope of tanh at each x, without its formula.
__global__ void slope_of_tanh(const float* sums, float* slopes, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = sums[i], h = 0.015625f;
    float slope = (tanh(x + h) - tanh(x - h)) / (2 * h);  //[line]
    slopes[i] = slope;
}
