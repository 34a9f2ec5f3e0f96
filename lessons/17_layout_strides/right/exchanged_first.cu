// Exchanges the two axes first, so that the second one always has the smaller step. The order of a view's elements does not matter
// here.
template <typename T>
__device__ void exchange(T& a, T& b) {
    T kept = a;
    a = b;
    b = kept;
}

__global__ void double_view(float* data, int rows, int cols, int offset, int s0, int s1) {
    if (abs(s0) < abs(s1)) {
        exchange(s0, s1);
        exchange(rows, cols);
    }
    float* first = data + offset;
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < rows * cols; t += gridDim.x * blockDim.x) {
        float* element = first + t / cols * s0 + t % cols * s1;
        *element *= 2;
    }
}
