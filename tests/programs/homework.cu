// A homework as it is handed in: ten steps of heat along a rod, with two mistakes. docs/programs.md shows it.
// prints: 20.0 degrees at the left end, 293.1 at the right
#include <cstdio>
#include <utility>
#include <vector>

__constant__ float conductivity;

__global__ void heat_step(const float* now, float* next, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float left = now[i > 0 ? i - 1 : i];
    float right = now[i < n - 1 ? i + 1 : i];
    next[i] = now[i] + conductivity * (left - 2 * now[i] + right);
}

__global__ void to_celsius(float* rod, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) rod[i] -= 273.15f;
}

#define CHECK(call) \
    if (cudaError_t error = call; error != cudaSuccess) return printf("%s\n", cudaGetErrorString(error)), 1

int main() {
    const int n = 1000;
    std::vector<float> rod(n, 293.15f);
    for (int i = 400; i < 600; ++i) rod[i] = 373.15f;
    const float k = 0.25f;
    CHECK(cudaMemcpyToSymbol(conductivity, &k, sizeof k));

    float *now, *next;
    CHECK(cudaMalloc(&now, n * sizeof(float)));
    CHECK(cudaMalloc(&next, n * sizeof(float)));  // note: leak
    CHECK(cudaMemcpy(now, rod.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    for (int step = 0; step < 10; ++step) {
        heat_step<<<(n + 255) / 256, 256>>>(now, next, n);
        std::swap(now, next);
    }
    to_celsius<<<n / 256, 256>>>(now, n);  // expect: too_few_threads
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(rod.data(), now, n * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%.1f degrees at the left end, %.1f at the right\n", rod[0], rod[n - 1]);
    CHECK(cudaFree(now));
}
