// The switch is outside of the loop, but each case has a loop of its own: the warp goes through all of them.
__global__ void move_all(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = places[i], v = speeds[i];
    switch (kinds[i]) {
        case 0:
            for (int step = 0; step < steps; ++step) v += 0.015625f * (-4 * x), x += 0.015625f * v;
            break;
        case 1:
            for (int step = 0; step < steps; ++step) v += 0.015625f * (-4 * x - 0.5f * v), x += 0.015625f * v;
            break;
        case 2:
            for (int step = 0; step < steps; ++step) v += 0.015625f * -9.81f, x += 0.015625f * v;
            break;
        default:
            for (int step = 0; step < steps; ++step) v += 0.015625f * (-9.81f - 2 * v), x += 0.015625f * v;
    }
    moved[i] = x;
}
