// Compares the strides with their signs: of -70 and -1 it takes -70 for the smaller step.
__global__ void double_view(float* data, int rows, int cols, int offset, int s0, int s1) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= rows * cols) return;
    if (s1 <= s0)
        data[offset + t / cols * s0 + t % cols * s1] *= 2;
    else
        data[offset + t % rows * s0 + t / rows * s1] *= 2;
}
