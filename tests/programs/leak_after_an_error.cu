// exit: 3
// A program that has seen an error and gone on leaks as every other one.
int main() {
    float *large, *lost;
    if (cudaMalloc(&large, 1ull << 60) != cudaSuccess) {
        cudaGetLastError();
        cudaMalloc(&large, 64);
    }
    cudaMalloc(&lost, 128);  // note: leak
    cudaFree(large);
    return 3;
}
