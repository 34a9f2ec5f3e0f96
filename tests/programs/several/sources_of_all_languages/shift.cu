#include "steps.h"
static __global__ void step(float* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] += 1;
}
void shift(float* data, int n) { step<<<(n + 31) / 32, 32>>>(data, n); }
