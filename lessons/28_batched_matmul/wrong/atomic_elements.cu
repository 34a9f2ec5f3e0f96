// Elements one by one, by atomics: they are requests like all others.
__global__ void commutators(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x[4], y[4];
    for (int k = 0; k < 4; ++k) {
        x[k] = atomicAdd(const_cast<float*>(a) + 4 * i + k, 0.0f);
        y[k] = atomicAdd(const_cast<float*>(b) + 4 * i + k, 0.0f);
    }
    for (int row = 0; row < 4; row += 2)
        for (int column = 0; column < 2; ++column) {
            float forth = x[row] * y[column] + x[row + 1] * y[2 + column];
            float back = y[row] * x[column] + y[row + 1] * x[2 + column];
            atomicExch(&c[4 * i + row + column], forth - back);
        }
}
