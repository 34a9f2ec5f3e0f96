// Numbers for memory of the host; more of them than there is room for; a status that is not looked at.
#include <curand.h>
#include <cstdlib>

int main(int argc, char**) {
    curandGenerator_t g;
    float *d = nullptr, *h = (float*)std::malloc(64);
    if (cudaMalloc(&d, 64) || curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT)) return 1;
    curandGenerateNormal(g, d, 3, 0, 1);  // expect: unchecked_error
    if (curandGenerateUniform(g, d, 16)) return 2;
    if (curandGenerateUniform(g, h, 16)) return 3;  // expect: host_pointer
    if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 4;
    cudaDeviceReset();
    if (cudaMalloc(&d, 64) || curandGenerateUniform(g, d, 17)) return 5;  // expect: out_of_bounds
    cudaDeviceReset();
    curandDestroyGenerator(g);
    std::free(h);
}
