__global__ void move_all(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    __shared__ float s[1024];
    int base = blockIdx.x * blockDim.x;
    if (threadIdx.x < 32)
        for (int q = threadIdx.x; q < blockDim.x; q += 32) {
            int i = min(base + q, n - 1);
            float x = places[i], v = speeds[i];
            int k = kinds[i];
            float spring = k < 2 ? 4.0f : 0.0f, weight = k < 2 ? 0.0f : 9.81f, drag = k == 1 ? 0.5f : k == 3 ? 2.0f : 0.0f;
            for (int step = 0; step < steps; ++step) {
                v += 0.015625f * (-spring * x - weight - drag * v);
                x += 0.015625f * v;
            }
            s[q] = x;
        }
    __syncthreads();
    if (base + threadIdx.x < n) moved[base + threadIdx.x] = s[threadIdx.x];
}
