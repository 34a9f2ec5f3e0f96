// Turns negative strides round first: from the lowest element upwards, all steps are positive.
__global__ void double_view(float* data, int rows, int cols, int offset, int s0, int s1) {
    int lowest = offset;
    if (s0 < 0) lowest += (rows - 1) * s0, s0 = -s0;
    if (s1 < 0) lowest += (cols - 1) * s1, s1 = -s1;
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= (unsigned)(rows * cols)) return;
    unsigned at = s1 < s0 ? t / cols * s0 + t % cols * s1 : t % rows * s0 + t / rows * s1;
    float value = data[lowest + at];
    data[lowest + at] = value + value;
}
