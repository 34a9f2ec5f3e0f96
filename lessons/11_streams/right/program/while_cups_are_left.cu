// Pinned afterwards, streams that are made when they are needed, and a loop over what is left.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void cool(const float* a, float* c, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float warm = a[i];
    for (int k = 0; k < rounds; ++k) warm += (20 - warm) * 0.01f;
    c[i] = warm;
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int chunks = argc > 2 ? std::atoi(argv[2]) : 4;
    const int streams = argc > 3 ? std::atoi(argv[3]) : 2;
    const int rounds = 16;
    std::vector<float> from(n), to(n);
    cudaHostRegister(from.data(), n * sizeof(float), cudaHostRegisterDefault);
    cudaHostRegister(to.data(), n * sizeof(float), cudaHostRegisterDefault);
    float *a = from.data(), *c = to.data();
    for (int i = 0; i < n; ++i) a[i] = 30 + i % 60;
    float *a_device, *c_device;
    cudaMalloc(&a_device, n * sizeof(float));
    cudaMalloc(&c_device, n * sizeof(float));

    std::vector<cudaStream_t> queues;
    int left = n;
    for (int chunk = 0; chunk < chunks; ++chunk) {
        if (static_cast<int>(queues.size()) < streams) {
            queues.emplace_back();
            cudaStreamCreate(&queues.back());
        }
        cudaStream_t queue = queues[chunk % queues.size()];
        const int count = left / (chunks - chunk), first = n - left;
        cudaMemcpyAsync(&a_device[first], &a[first], count * sizeof(float), cudaMemcpyHostToDevice, queue);
        cool<<<(count + 63) / 64, 64, 0, queue>>>(&a_device[first], &c_device[first], count, rounds);
        cudaMemcpyAsync(&c[first], &c_device[first], count * sizeof(float), cudaMemcpyDeviceToHost, queue);
        left -= count;
    }
    cudaDeviceSynchronize();
    for (cudaStream_t queue : queues) cudaStreamDestroy(queue);

    double sum = 0;
    for (int i = 0; i < n; ++i) sum += c[i];
    std::printf("%d chunks in %d streams: sum = %.1f, last = %.3f\n", chunks, streams, sum, c[n - 1]);
    cudaHostUnregister(a);
    cudaHostUnregister(c);
    cudaFree(a_device);
    cudaFree(c_device);
}
