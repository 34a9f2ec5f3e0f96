// Mistakes whose first symptom is not their cause: the message names the cause (the texts are in whole_programs_test.cpp).
#include <cstdio>

__global__ void fill(float* a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i;  // expect: out_of_bounds
}

__global__ void use(const float* a, float* out) {
    out[threadIdx.x] = a[threadIdx.x];  // expect: out_of_bounds
}

int main() {
    const int n = 1000;
    float *bytes_for_elements, *freed, *out;
    cudaMalloc(&bytes_for_elements, n);
    fill<<<4, 256>>>(bytes_for_elements, n);
    cudaMalloc(&freed, 128);
    cudaMemset(freed, 0, 128);
    cudaMalloc(&out, 128);
    fill<<<4096, 4>>>(nullptr, 0);
    fill<<<4, 2048>>>(out, 0);  // expect: unchecked_error
    cudaFree(freed);
    use<<<1, 32>>>(freed, out);
    cudaFree(bytes_for_elements);
    cudaFree(out);
}
