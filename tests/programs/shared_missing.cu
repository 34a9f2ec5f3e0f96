__global__ void reverse(int* a) {
    extern __shared__ int tile[];
    tile[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main() {
    int* a = nullptr;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMemset(a, 0, 64 * sizeof(int));
    reverse<<<1, 64>>>(a);  // expect: shared_missing
    cudaDeviceSynchronize();
}
