// The reference of the way forward: the outputs of both layers.
__global__ void reference(const float* points, const float* w, float* kept, int n) {
    for (int i = 0; i < n; ++i) {
        for (int u = 0; u < 8; ++u)
            kept[u * n + i] = tanh(double(w[2 * u]) * points[2 * i] + double(w[2 * u + 1]) * points[2 * i + 1] + w[16 + u]);
        for (int u = 0; u < 8; ++u) {
            double sum = w[88 + u];
            for (int v = 0; v < 8; ++v) sum += double(w[24 + 8 * u + v]) * kept[v * n + i];
            kept[(8 + u) * n + i] = tanh(sum);
        }
    }
}
