// The gradient of the mean squared error, in double precision: one example after another.
__device__ void add_example(const float* points, const float* targets, const float* w, double* gradient, int n, int i) {
    double a1[8], a2[8], back1[8], out = w[104];
    for (int u = 0; u < 8; ++u)
        a1[u] = tanh(double(w[2 * u]) * points[2 * i] + double(w[2 * u + 1]) * points[2 * i + 1] + w[16 + u]);
    for (int u = 0; u < 8; ++u) {
        double sum = w[88 + u];
        for (int v = 0; v < 8; ++v) sum += w[24 + 8 * u + v] * a1[v];
        a2[u] = tanh(sum);
        out += w[96 + u] * a2[u];
        back1[u] = 0;
    }
    double error = 2 * (out - targets[i]) / n;
    gradient[104] += error;
    for (int u = 0; u < 8; ++u) {
        double back = error * w[96 + u] * (1 - a2[u] * a2[u]);
        gradient[96 + u] += error * a2[u];
        gradient[88 + u] += back;
        for (int v = 0; v < 8; ++v) {
            gradient[24 + 8 * u + v] += back * a1[v];
            back1[v] += back * w[24 + 8 * u + v];
        }
    }
    for (int u = 0; u < 8; ++u) {
        double back = back1[u] * (1 - a1[u] * a1[u]);
        gradient[16 + u] += back;
        gradient[2 * u] += back * points[2 * i];
        gradient[2 * u + 1] += back * points[2 * i + 1];
    }
}

__device__ void whole_gradient(const float* points, const float* targets, const float* w, float* gradient, int n) {
    double sums[105];
    for (int k = 0; k < 105; ++k) sums[k] = 0;
    for (int i = 0; i < n; ++i) add_example(points, targets, w, sums, n, i);
    for (int k = 0; k < 105; ++k) gradient[k] = sums[k];
}

__global__ void reference(const float* points, const float* targets, const float* w, float* gradient, int n) {
    whole_gradient(points, targets, w, gradient, n);
}
