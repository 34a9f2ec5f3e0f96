// Quasi-random numbers of the host interface: the results of one dimension, then those of the next; and their direction numbers in a
// kernel. The values are Sobol's, with the direction numbers of Joe and Kuo.
// prints: 0.000 0.500 0.750 0.250 | 0.000 0.500 0.250 0.750 | 0.000 0.500 0.250 0.750
// prints: then 0.375 0.875 | 0.375 0.875 | 0.625 0.125
// prints: 64 bits: 0xc000000000000000 0x4000000000000000
// prints: normal: 0.000 0.674 -0.674
// prints: in a kernel: 0.375 0.875 | 0.375 0.875
// prints: another count: 105, another type: 103
#include <curand.h>
#include <curand_kernel.h>

#include <cstdio>

__global__ void points(const curandDirectionVectors32_t* vectors, float* out) {
    curandStateSobol32 state;
    curand_init((unsigned*)vectors[threadIdx.x], 4, &state);
    for (int i = 0; i < 2; ++i) out[2 * threadIdx.x + i] = curand_uniform(&state);
}

int main() {
    curandGenerator_t g, h;
    float *d, f[12];
    cudaMalloc(&d, sizeof f);
    if (curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32) || curandSetQuasiRandomGeneratorDimensions(g, 3)) return 1;
    if (curandGenerateUniform(g, d, 12)) return 2;
    cudaMemcpy(f, d, sizeof f, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 12; ++i) printf("%.3f%s", f[i], i == 11 ? "\n" : i % 4 == 3 ? " | " : " ");
    if (curandGenerateUniform(g, d, 6)) return 3;
    cudaMemcpy(f, d, sizeof f, cudaMemcpyDeviceToHost);
    printf("then %.3f %.3f | %.3f %.3f | %.3f %.3f\n", f[0], f[1], f[2], f[3], f[4], f[5]);

    unsigned long long wide[2];
    if (curandCreateGeneratorHost(&h, CURAND_RNG_QUASI_SOBOL64) || curandSetGeneratorOffset(h, 2)) return 4;
    if (curandGenerateLongLong(h, wide, 2)) return 5;
    printf("64 bits: %#llx %#llx\n", wide[0], wide[1]);
    if (curandSetGeneratorOffset(h, 1) || curandGenerateNormal(h, f, 3, 0, 1)) return 6;
    printf("normal: %.3f %.3f %.3f\n", f[0], f[1], f[2]);

    curandDirectionVectors32_t *vectors, *on_device;
    if (curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6)) return 7;
    cudaMalloc(&on_device, 2 * sizeof *vectors);
    cudaMemcpy(on_device, vectors, 2 * sizeof *vectors, cudaMemcpyHostToDevice);
    points<<<1, 2>>>(on_device, d);
    cudaMemcpy(f, d, sizeof f, cudaMemcpyDeviceToHost);
    printf("in a kernel: %.3f %.3f | %.3f %.3f\n", f[0], f[1], f[2], f[3]);
    const int count = curandGenerateUniform(g, d, 4), type = curandGenerateLongLong(g, wide, 3);
    printf("another count: %d, another type: %d\n", count, type);
    curandDestroyGenerator(g);
    curandDestroyGenerator(h);
    cudaFree(on_device);
    cudaFree(d);
}
