// A stream of its own, a function for the time, and another clock.
#include <sys/time.h>

#include <cstdio>
#include <cstdlib>

__global__ void add_rounds(float* a, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = a[i];
    for (int round = 0; round < rounds; ++round) x += 1;
    a[i] = x;
}

static double seconds() {
    timeval now;
    gettimeofday(&now, nullptr);
    return now.tv_sec + 1e-6 * now.tv_usec;
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 8;
    float* a = nullptr;
    cudaMallocManaged(&a, n * sizeof(float));
    for (int i = 0; i < n; ++i) a[i] = i % 100;

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    const double begin = seconds();
    add_rounds<<<(n + 255) / 256, 256, 0, stream>>>(a, n, rounds);
    cudaStreamSynchronize(stream);
    std::printf("%.4f ms\n", 1e3 * (seconds() - begin));
    std::printf("first %g, last %g\n", a[0], a[n - 1]);
    cudaStreamDestroy(stream);
    cudaFree(a);
}
