// The same numbers by a chain of if and else, in a grid-stride loop.
__global__ void move_all(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float x = places[i], v = speeds[i], spring, drag, weight;
        int kind = kinds[i];
        if (kind == 0) {
            spring = 4, drag = 0, weight = 0;
        } else if (kind == 1) {
            spring = 4, drag = 0.5f, weight = 0;
        } else if (kind == 2) {
            spring = 0, drag = 0, weight = 9.81f;
        } else {
            spring = 0, drag = 2, weight = 9.81f;
        }
        for (int step = 0; step < steps; ++step) {
            v += (-weight - spring * x - drag * v) / 64;
            x += v / 64;
        }
        moved[i] = x;
    }
}
