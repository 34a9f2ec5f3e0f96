// The way forward alone, for another launch to go back: kept holds the outputs of both layers, [layer, unit, example].
__global__ void forward(const float* points, const float* w, float* kept, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float *w1 = w, *b1 = w + 16, *w2 = w + 24, *b2 = w + 88;
    const float x = points[2 * i], y = points[2 * i + 1];
    float a1[8];
    for (int u = 0; u < 8; ++u) {
        a1[u] = tanh(w1[2 * u] * x + w1[2 * u + 1] * y + b1[u]);
        kept[u * n + i] = a1[u];  //[keep]
    }
    for (int u = 0; u < 8; ++u) {
        float sum = b2[u];
        for (int v = 0; v < 8; ++v) sum += w2[8 * u + v] * a1[v];
        kept[(8 + u) * n + i] = tanh(sum);
    }
}
