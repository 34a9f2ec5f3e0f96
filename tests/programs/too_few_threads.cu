// The number of blocks is rounded down: told when the host wants what no thread has written.
__global__ void scale(float* a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 2 * i;
}

int main() {
    const int n = 1000;
    static float host[n];
    float* a = nullptr;
    cudaMalloc(&a, n * sizeof(float));
    scale<<<n / 256, 256>>>(a, n);  // expect: too_few_threads
    cudaMemcpy(host, a, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(a);
}
