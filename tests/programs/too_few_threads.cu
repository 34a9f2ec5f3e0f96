// The number of blocks is rounded down.
__global__ void scale(float* a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 2 * i;
}

int main() {
    const int n = 1000;
    float* a = nullptr;
    cudaMalloc(&a, n * sizeof(float));
    scale<<<n / 256, 256>>>(a, n);  // expect: too_few_threads
    cudaDeviceSynchronize();
    cudaFree(a);
}
