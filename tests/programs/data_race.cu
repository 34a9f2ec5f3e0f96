__global__ void count(int* total) {
    *total += 1;  // expect: data_race
}

int main() {
    int* total = nullptr;
    cudaMalloc(&total, sizeof(int));
    cudaMemset(total, 0, sizeof(int));
    count<<<2, 64>>>(total);
    cudaDeviceSynchronize();
    cudaFree(total);
}
