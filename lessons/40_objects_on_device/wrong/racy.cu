// Each thread also writes its right neighbour's particle, where it still was.
__global__ void move_all(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i + 1 < n) moved[i + 1] = places[i + 1];
    float x = places[i], v = speeds[i], spring = kinds[i] < 2 ? 4 : 0, weight = kinds[i] < 2 ? 0 : 9.81f;
    float drag = kinds[i] == 1 ? 0.5f : kinds[i] == 3 ? 2 : 0;
    for (int step = 0; step < steps; ++step) {
        v += 0.015625f * (-spring * x - weight - drag * v);
        x += 0.015625f * v;
    }
    moved[i] = x;
}
