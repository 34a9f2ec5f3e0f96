// A class that owns the device's memory.
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

__global__ void scale(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= 0.5f;
}

__global__ void shift(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += 3;
}

__global__ void square(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= a[i];
}

class DeviceVector {
  public:
    explicit DeviceVector(const std::vector<float>& from) : bytes_(from.size() * sizeof(float)) {
        cudaMalloc(&data_, bytes_);
        cudaMemcpy(data_, from.data(), bytes_, cudaMemcpyHostToDevice);
    }
    ~DeviceVector() { cudaFree(data_); }
    DeviceVector(const DeviceVector&) = delete;
    float* data() { return data_; }
    void copy_to(std::vector<float>& to) const { cudaMemcpy(to.data(), data_, bytes_, cudaMemcpyDeviceToHost); }

  private:
    float* data_ = nullptr;
    std::size_t bytes_;
};

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    std::vector<float> numbers(n);
    for (int i = 0; i < n; ++i) numbers[i] = static_cast<float>(i % 100);
    DeviceVector vector(numbers);
    for (auto kernel : {scale, shift, square}) kernel<<<n / 512 + 1, 512>>>(vector.data(), n);
    vector.copy_to(numbers);
    std::printf("sum = %.2f, last = %.2f\n", std::accumulate(numbers.begin(), numbers.end(), 0.0), numbers.back());
}
