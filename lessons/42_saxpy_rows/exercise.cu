__global__ void rowsum(const float* x, long long* y, int rows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    // TODO: the third
    y[i] = (long long)(1000 * x[3 * i]) + (long long)(1000 * x[3 * i + 1]);
}
