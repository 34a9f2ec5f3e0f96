// A spectrum of n / 2 elements, which has one more; data of the host; a result that nothing looks at.
#include <cufft.h>
#include <vector>

int main() {
    constexpr int n = 16;
    cufftHandle plan;
    float* a;
    cufftComplex* b;
    std::vector<float> host(n);
    if (cudaMalloc(&a, n * sizeof(float)) || cudaMalloc(&b, n / 2 * sizeof(cufftComplex))) return 1;
    if (cufftPlan1d(&plan, n, CUFFT_R2C, 1)) return 2;
    if (cufftExecR2C(plan, a, b)) return 3;  // expect: out_of_bounds
    cudaDeviceReset();
    if (cudaMalloc(&b, n * sizeof(cufftComplex)) || cufftExecR2C(plan, host.data(), b)) return 4;  // expect: host_pointer
    cudaDeviceReset();
    cufftExecC2C(plan, b, b, CUFFT_FORWARD);  // expect: unchecked_error
    cufftDestroy(plan);
}
