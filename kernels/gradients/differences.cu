// The gradient without any of its formulas: each thread has a weight k, and computes the mean squared error twice, with the weight
// a step larger and a step smaller. The step is 2^-halvings. 210 times through all examples, to check what one way back gives.
__device__ float mean_error(const float* points, const float* targets, const float* w, int n) {
    const float *w1 = w, *b1 = w + 16, *w2 = w + 24, *b2 = w + 88, *w3 = w + 96, *b3 = w + 104;
    float total = 0;
    for (int i = 0; i < n; ++i) {
        float a1[8], out = b3[0];
        for (int u = 0; u < 8; ++u) a1[u] = tanh(w1[2 * u] * points[2 * i] + w1[2 * u + 1] * points[2 * i + 1] + b1[u]);
        for (int u = 0; u < 8; ++u) {
            float sum = b2[u];
            for (int v = 0; v < 8; ++v) sum += w2[8 * u + v] * a1[v];
            out += w3[u] * tanh(sum);
        }
        total += (out - targets[i]) * (out - targets[i]);
    }
    return total / n;
}

__global__ void gradient_by_differences(const float* points, const float* targets, const float* w, float* gradient, int n,
                                        int halvings) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= 105) return;
    const float step = 1.0f / (1 << halvings);
    float moved[105];
    for (int j = 0; j < 105; ++j) moved[j] = w[j];
    moved[k] = w[k] + step;
    const float above = mean_error(points, targets, moved, n);
    moved[k] = w[k] - step;
    const float below = mean_error(points, targets, moved, n);
    gradient[k] = (above - below) / (2 * step);  //[difference]
}
