// The slope of tanh where its value is a.
__global__ void reference(const float* a, float* slopes, int n) {
    for (int i = 0; i < n; ++i) slopes[i] = 1 - double(a[i]) * a[i];
}
