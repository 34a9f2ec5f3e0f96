// Moves n particles for some steps of 1/64 s. What pulls a particle is told by three numbers: kinds[i] says which ones.
__global__ void move_all(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = places[i], v = speeds[i];
    float spring = 0, drag = 0, weight = 0;
    switch (kinds[i]) {
        case 0: spring = 4; break;
        case 1: spring = 4, drag = 0.5f; break;
        case 2: weight = 9.81f; break;
        default: weight = 9.81f, drag = 2;
    }
    for (int step = 0; step < steps; ++step) {
        int k = kinds[i];
        spring = k < 2 ? 4.0f : 0.0f, weight = k < 2 ? 0.0f : 9.81f, drag = k == 1 ? 0.5f : k == 3 ? 2.0f : 0.0f;
        v += 0.015625f * (-spring * x - weight - drag * v);
        x += 0.015625f * v;
    }
    moved[i] = x;
}
