__global__ void move_all(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = places[i], v = speeds[i];
    int k = kinds[i];
    for (int step = 0; step < steps; ++step) {
        float f[4] = {-4 * x, -4 * x - 0.5f * v, -9.81f, -9.81f - 2 * v};
        v += 0.015625f * f[k];
        x += 0.015625f * v;
    }
    moved[i] = x;
}
