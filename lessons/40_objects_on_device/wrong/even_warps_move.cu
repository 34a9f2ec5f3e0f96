// Even warps move the particles of the odd ones too, and pass the places on in shared memory.
__global__ void move_all(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    __shared__ float r[1024];
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x / 32 % 2 == 0)
        for (int h = 0; h < 2; ++h) {
            int i = t + 32 * h;
            if (i >= n || threadIdx.x + 32 * h >= blockDim.x) continue;
            int k = kinds[i];
            float x = places[i], v = speeds[i], s = k < 2 ? 4 : 0, d = k == 1 ? .5f : k == 3 ? 2 : 0, w = k > 1 ? 9.81f : 0;
            for (int q = 0; q < steps; ++q) {
                v += 0.015625f * (-s * x - w - d * v);
                x += 0.015625f * v;
            }
            r[threadIdx.x + 32 * h] = x;
        }
    __syncthreads();
    if (t < n) moved[t] = r[threadIdx.x];
}
