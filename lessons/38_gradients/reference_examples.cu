// The reference of the gradients per example, in double precision.
__global__ void reference(const float* points, const float* targets, const float* w, float* gradients, int n) {
    for (int i = 0; i < n; ++i) {
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
        double error = 2 * (out - targets[i]);
        gradients[104 * n + i] = error;
        for (int u = 0; u < 8; ++u) {
            double back = error * w[96 + u] * (1 - a2[u] * a2[u]);
            gradients[(96 + u) * n + i] = error * a2[u];
            gradients[(88 + u) * n + i] = back;
            for (int v = 0; v < 8; ++v) {
                gradients[(24 + 8 * u + v) * n + i] = back * a1[v];
                back1[v] += back * w[24 + 8 * u + v];
            }
        }
        for (int u = 0; u < 8; ++u) {
            double back = back1[u] * (1 - a1[u] * a1[u]);
            gradients[(16 + u) * n + i] = back;
            gradients[2 * u * n + i] = back * points[2 * i];
            gradients[(2 * u + 1) * n + i] = back * points[2 * i + 1];
        }
    }
}
