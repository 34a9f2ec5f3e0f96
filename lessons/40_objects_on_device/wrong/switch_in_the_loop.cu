// A tag and a switch, but in every step.
__global__ void move_all(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = places[i], v = speeds[i];
    const int kind = kinds[i];
    for (int step = 0; step < steps; ++step) {
        float pull = 0;
        switch (kind) {
            case 0: pull = -4 * x; break;
            case 1: pull = -4 * x - 0.5f * v; break;
            case 2: pull = -9.81f; break;
            default: pull = -9.81f - 2 * v;
        }
        v += 0.015625f * pull;
        x += 0.015625f * v;
    }
    moved[i] = x;
}
