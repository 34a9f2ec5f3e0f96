// The fault lies inside memcpy(): told at its call.
// exit: 139
#include <cstdio>
#include <cstring>
#include <vector>

int main() {
    std::vector<float> h(1000);
    float* a = nullptr;
    cudaMalloc(&a, 1000 * sizeof(float));
    cudaMemset(a, 0, 1000 * sizeof(float));
    memcpy(h.data(), a, h.size() * sizeof(float));  // expect: host_reads_device_pointer
    std::printf("%g\n", h[0]);
    cudaFree(a);
}
