// Elements where bytes are meant, the other way round.
#include <vector>

int main() {
    const int n = 100;
    std::vector<float> h(n);
    float* a = nullptr;
    cudaMalloc(&a, n);  // bytes: too few
    cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);  // expect: copy_out_of_bounds
    float* b = nullptr;
    cudaMalloc(&b, 1000 * sizeof(float));
    cudaMemcpy(b, h.data(), 1000 * sizeof(float), cudaMemcpyHostToDevice);  // expect: copy_out_of_bounds
    cudaFree(a);
    cudaFree(b);
}
