// A function that throws, and memory that frees itself.
#include <iostream>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

void check(cudaError_t error) {
    if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

struct FreeOnDevice {
    void operator()(float* pointer) const { cudaFree(pointer); }
};
using DeviceArray = std::unique_ptr<float, FreeOnDevice>;

DeviceArray make_array(std::size_t n) {
    float* pointer = nullptr;
    check(cudaMalloc(&pointer, n * sizeof(float)));
    return DeviceArray(pointer);
}

__global__ void twice(const float* from, float* to, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i] + from[i];
}

double sum_of_doubled(int n, int block) {
    std::vector<float> numbers(n);
    for (int i = 0; i < n; ++i) numbers[i] = static_cast<float>(i % 10);
    const DeviceArray from = make_array(n), to = make_array(n);
    check(cudaMemcpy(from.get(), numbers.data(), n * sizeof(float), cudaMemcpyDefault));
    const int blocks = block > 0 ? (n + block - 1) / block : 1;
    twice<<<blocks, block>>>(from.get(), to.get(), n);
    check(cudaPeekAtLastError());
    check(cudaMemcpy(numbers.data(), to.get(), n * sizeof(float), cudaMemcpyDefault));
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

int main(int argc, char** argv) {
    try {
        const double sum = sum_of_doubled(argc > 1 ? std::stoi(argv[1]) : 1000, argc > 2 ? std::stoi(argv[2]) : 256);
        std::cout << "sum = " << static_cast<long long>(sum) << std::endl;
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << std::endl;
        return 2;
    }
}
