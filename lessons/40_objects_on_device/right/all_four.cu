// No lane branches in the loop, because every lane computes all four forces in every step.
__global__ void move_all(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = places[i], v = speeds[i];
    const int kind = kinds[i];
    for (int step = 0; step < steps; ++step) {
        float spring = -4 * x, damped_spring = -4 * x - 0.5f * v, falling = -9.81f, sinking = -9.81f - 2 * v;
        float pull = (kind == 0) * spring + (kind == 1) * damped_spring + (kind == 2) * falling + (kind == 3) * sinking;
        v += 0.015625f * pull;
        x += 0.015625f * v;
    }
    moved[i] = x;
}
