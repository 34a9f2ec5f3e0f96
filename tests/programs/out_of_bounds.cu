__global__ void fill(float* a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = n;  // expect: out_of_bounds
}

int main() {
    const int n = 1000;
    float* a = nullptr;
    cudaMalloc(&a, n * sizeof(float));
    fill<<<4, 256>>>(a, n);
    return cudaDeviceSynchronize() != cudaSuccess || cudaFree(a) != cudaSuccess;
}
