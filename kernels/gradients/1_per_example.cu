// A network of two layers of 8 units with tanh and an output without, 2 -> 8 -> 8 -> 1, and its squared error. Step 1: one thread
// per example computes the prediction, keeps the outputs of both layers, and goes back from the error to each of the 105 weights.
// Each example has a gradient of its own: gradients[k * n + i] says how the error of example i changes with weight k.
__global__ void gradients_per_example(const float* points, const float* targets, const float* w, float* gradients, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float *w1 = w, *b1 = w + 16, *w2 = w + 24, *b2 = w + 88, *w3 = w + 96, *b3 = w + 104;
    const float x = points[2 * i], y = points[2 * i + 1];
    float a1[8], a2[8], out = b3[0];  // what is kept
    //[forward]
    for (int u = 0; u < 8; ++u) a1[u] = tanh(w1[2 * u] * x + w1[2 * u + 1] * y + b1[u]);
    for (int u = 0; u < 8; ++u) {
        float sum = b2[u];
        for (int v = 0; v < 8; ++v) sum += w2[8 * u + v] * a1[v];
        a2[u] = tanh(sum);
    }
    for (int u = 0; u < 8; ++u) out += w3[u] * a2[u];
    //[/forward]
    float back1[8] = {};
    //[backward]
    const float error = 2 * (out - targets[i]);  //[error]
    gradients[104 * n + i] = error;
    for (int u = 0; u < 8; ++u) {
        gradients[(96 + u) * n + i] = error * a2[u];
        const float back = error * w3[u] * (1 - a2[u] * a2[u]);  //[layer2]
        gradients[(88 + u) * n + i] = back;  //[after_layer2]
        for (int v = 0; v < 8; ++v) {
            gradients[(24 + 8 * u + v) * n + i] = back * a1[v];
            back1[v] += back * w2[8 * u + v];
        }
    }
    for (int u = 0; u < 8; ++u) {
        const float back = back1[u] * (1 - a1[u] * a1[u]);  //[layer1]
        gradients[(16 + u) * n + i] = back;
        gradients[2 * u * n + i] = back * x;
        gradients[(2 * u + 1) * n + i] = back * y;
    }
    //[/backward]
}
