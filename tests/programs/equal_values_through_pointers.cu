// Rows behind an array of pointers, and vectors: the lanes of a warp write to several arrays, and the same values in any order.
__global__ void rows(int** a, int n) {
    for (int t = threadIdx.x + blockIdx.x * blockDim.x; t < n; ++t)
        for (int i = 0; i < 3; ++i) a[t][i] = 2 * t;  // note: data_race
}

__global__ void vectors(float4* out, int n) {
    for (int i = threadIdx.x; i < n; ++i) out[i] = make_float4(i, i, i, i);  // note: data_race
}

int main() {
    constexpr int n = 257;
    int *rows_of[n], **all;
    float4* out;
    for (int*& each : rows_of) {
        cudaMalloc(&each, 3 * sizeof(int));
        cudaMemset(each, 0, 3 * sizeof(int));
    }
    cudaMalloc(&all, sizeof rows_of);
    cudaMalloc(&out, n * sizeof(float4));
    cudaMemcpy(all, rows_of, sizeof rows_of, cudaMemcpyHostToDevice);
    rows<<<1, 64>>>(all, n);
    vectors<<<1, 64>>>(out, n);
    cudaDeviceSynchronize();
    for (int* each : rows_of) cudaFree(each);
    cudaFree(all);
    cudaFree(out);
}
