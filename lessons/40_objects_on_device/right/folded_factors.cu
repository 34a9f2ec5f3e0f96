__global__ void move_all(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int kind = kinds[i];
        const bool hangs = kind < 2, drags = kind & 1;
        const float a = hangs ? -4.0f / 64 : 0.0f, b = hangs ? 0.0f : -9.81f / 64,
                    c = 1 - (drags ? (hangs ? 0.5f : 2.0f) / 64 : 0.0f);
        float x = places[i], v = speeds[i];
        for (int step = steps; step > 0; --step) {
            v = fmaf(c, v, fmaf(a, x, b));
            x = fmaf(1.0f / 64, v, x);
        }
        moved[i] = x;
    }
}
