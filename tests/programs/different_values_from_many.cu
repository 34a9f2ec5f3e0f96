// As many threads write one element, most of them the same value: one of another value makes it a mistake.
__global__ void last(int* where, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) *where = i == n - 1 ? 2 : 1;  // expect: data_race
}

int main() {
    int* where;
    cudaMalloc(&where, sizeof(int));
    last<<<4, 64>>>(where, 256);
    cudaDeviceSynchronize();
    cudaFree(where);
}
