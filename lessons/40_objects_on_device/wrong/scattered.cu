__global__ void move_all(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, rows = (n + 31) / 32, i = t % 32 * rows + t / 32;
    if (t / 32 >= rows || i >= n) return;
    float x = places[i], v = speeds[i];
    int k = kinds[i];
    float spring = k < 2 ? 4.0f : 0.0f, weight = k < 2 ? 0.0f : 9.81f, drag = k == 1 ? 0.5f : k == 3 ? 2.0f : 0.0f;
    for (int step = 0; step < steps; ++step) {
        v += 0.015625f * (-spring * x - weight - drag * v);
        x += 0.015625f * v;
    }
    moved[i] = x;
}
