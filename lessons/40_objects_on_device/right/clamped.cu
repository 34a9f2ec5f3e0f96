// The index is clamped to the array, and only the store is guarded.
__global__ void move_all(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, i = min(t, n - 1), k = kinds[i];
    float x = places[i], v = speeds[i], s = k < 2 ? 4 : 0, d = k == 1 ? .5f : k == 3 ? 2 : 0, w = k > 1 ? 9.81f : 0;
    for (int q = 0; q < steps; ++q) {
        v += 0.015625f * (-s * x - w - d * v);
        x += 0.015625f * v;
    }
    if (t < n) moved[t] = x;
}
