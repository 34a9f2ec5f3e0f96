// Step 3: removes the atomics. One block takes 128 examples at a time. First each thread has an example, goes forward and back, and
// keeps in shared memory what the layers gave (x, y, 8 and 8 outputs, and a 1 for the biases), and what came back to each unit.
// After the barrier, each thread has a weight, and adds up the products of all examples, always in the same order.
__global__ void gradient_per_weight(const float* points, const float* targets, const float* w, float* gradient, int n) {
    __shared__ float from[19][129], back[17][129];
    const float *w1 = w, *b1 = w + 16, *w2 = w + 24, *b2 = w + 88, *w3 = w + 96, *b3 = w + 104;
    const int t = threadIdx.x;
    // weight t leads from a row of `from` to a row of `back`
    const int to = t < 16 ? t / 2 : t < 24 ? t - 16 : t < 88 ? t / 8 + 5 : t < 96 ? t - 80 : 16;
    const int of = t < 16 ? t % 2 : t < 24 ? 18 : t < 88 ? 2 + t % 8 : t < 96 ? 18 : t < 104 ? 10 + t % 8 : 18;
    float sum = 0;
    for (int first = 0; first < n; first += 128) {
        const int i = first + t, count = min(128, n - first);
        if (i < n) {
            const float x = points[2 * i], y = points[2 * i + 1];
            float a1[8], back1[8] = {}, out = b3[0];
            from[0][t] = x, from[1][t] = y, from[18][t] = 1;
            for (int u = 0; u < 8; ++u) a1[u] = from[2 + u][t] = tanh(w1[2 * u] * x + w1[2 * u + 1] * y + b1[u]);
            for (int u = 0; u < 8; ++u) {
                float a2 = b2[u];
                for (int v = 0; v < 8; ++v) a2 += w2[8 * u + v] * a1[v];
                from[10 + u][t] = tanh(a2);  //[keep]
                out += w3[u] * from[10 + u][t];
            }
            const float error = back[16][t] = 2 * (out - targets[i]) / n;
            for (int u = 0; u < 8; ++u) {
                const float a2 = from[10 + u][t], b = back[8 + u][t] = error * w3[u] * (1 - a2 * a2);
                for (int v = 0; v < 8; ++v) back1[v] += b * w2[8 * u + v];
            }
            for (int u = 0; u < 8; ++u) back[u][t] = back1[u] * (1 - a1[u] * a1[u]);
        }
        __syncthreads();
        if (t < 105)
            for (int e = 0; e < count; ++e) sum += back[to][e] * from[of][e];  //[sum]
        __syncthreads();
    }
    if (t < 105) gradient[t] = sum;
}
