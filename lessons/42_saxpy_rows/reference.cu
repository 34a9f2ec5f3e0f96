__global__ void reference(const float* x, long long* y, int rows) {
    for (int i = 0; i < rows; ++i) y[i] = (long long)(1000 * x[3 * i]) + (long long)(1000 * x[3 * i + 1]) + (long long)(1000 * x[3 * i + 2]);
}
