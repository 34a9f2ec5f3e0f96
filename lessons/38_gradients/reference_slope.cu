// The slope of tanh at each x.
__global__ void reference(const float* sums, float* slopes, int n) {
    for (int i = 0; i < n; ++i) {
        double a = tanh(double(sums[i]));
        slopes[i] = 1 - a * a;
    }
}
