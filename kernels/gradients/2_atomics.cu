// Step 2: one gradient for all examples, the mean of theirs. Each thread still has an example, and adds its share to each of the
// 105 weights by an atomic. All threads add to the same addresses, and nothing determines the order of the sums.
__global__ void gradient_by_atomics(const float* points, const float* targets, const float* w, float* gradient, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float *w1 = w, *b1 = w + 16, *w2 = w + 24, *b2 = w + 88, *w3 = w + 96, *b3 = w + 104;
    const float x = points[2 * i], y = points[2 * i + 1];
    float a1[8], a2[8], back1[8] = {}, out = b3[0];
    for (int u = 0; u < 8; ++u) a1[u] = tanh(w1[2 * u] * x + w1[2 * u + 1] * y + b1[u]);
    for (int u = 0; u < 8; ++u) {
        float sum = b2[u];
        for (int v = 0; v < 8; ++v) sum += w2[8 * u + v] * a1[v];
        a2[u] = tanh(sum);
    }
    for (int u = 0; u < 8; ++u) out += w3[u] * a2[u];
    const float error = 2 * (out - targets[i]) / n;
    atomicAdd(&gradient[104], error);
    for (int u = 0; u < 8; ++u) {
        atomicAdd(&gradient[96 + u], error * a2[u]);
        const float back = error * w3[u] * (1 - a2[u] * a2[u]);
        atomicAdd(&gradient[88 + u], back);
        for (int v = 0; v < 8; ++v) {
            atomicAdd(&gradient[24 + 8 * u + v], back * a1[v]);  //[add]
            back1[v] += back * w2[8 * u + v];
        }
    }
    for (int u = 0; u < 8; ++u) {
        const float back = back1[u] * (1 - a1[u] * a1[u]);
        atomicAdd(&gradient[16 + u], back);
        atomicAdd(&gradient[2 * u], back * x);
        atomicAdd(&gradient[2 * u + 1], back * y);
    }
}
