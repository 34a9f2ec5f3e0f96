// The kernel is given no count: the copy back shows that threads are missing.
#include <vector>

__global__ void squares(float* a) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i * i;
}

int main() {
    std::vector<float> h(500);
    float* a = nullptr;
    cudaMalloc(&a, h.size() * sizeof(float));
    squares<<<h.size() / 128, 128>>>(a);  // expect: too_few_threads
    cudaMemcpy(h.data(), a, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(a);
}
