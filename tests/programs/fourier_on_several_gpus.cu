// cuFFT's descriptors of data on two GPUs: there and back, and a kernel on each part.
// prints: 2 GPUs, 8 numbers: 1 2 ... 8
// gpus: 2
#include <cufftXt.h>

#include <cstdio>

__global__ void scale(cufftComplex* a, int n, float factor) {
    if (threadIdx.x < n) a[threadIdx.x].x *= factor, a[threadIdx.x].y *= factor;
}

int main() {
    constexpr int n = 8;
    cufftComplex host[n], back[n];
    for (int i = 0; i < n; ++i) host[i] = {i + 1.0F, 0};
    cufftHandle plan;
    int gpus[2] = {0, 1};
    size_t work[2];
    cudaLibXtDesc *there, *other;
    if (cufftCreate(&plan) || cufftXtSetGPUs(plan, 2, gpus) || cufftMakePlan1d(plan, n, CUFFT_C2C, 1, work)) return 1;
    if (cufftXtMalloc(plan, &there, CUFFT_XT_FORMAT_INPLACE) || cufftXtMalloc(plan, &other, CUFFT_XT_FORMAT_INPLACE)) return 2;
    if (cufftXtMemcpy(plan, there, host, CUFFT_COPY_HOST_TO_DEVICE) || cufftXtExecDescriptorC2C(plan, there, there, CUFFT_FORWARD)) return 3;
    if (cufftXtMemcpy(plan, other, there, CUFFT_COPY_DEVICE_TO_DEVICE)) return 4;
    size_t bytes = 0;
    for (int i = 0; i < other->descriptor->nGPUs; ++i) {
        cudaSetDevice(other->descriptor->GPUs[i]);
        scale<<<1, 32>>>((cufftComplex*)other->descriptor->data[i], (int)(other->descriptor->size[i] / sizeof(cufftComplex)), 1.0F / n);
        if (cudaDeviceSynchronize() != cudaSuccess) return 5;
        bytes += other->descriptor->size[i];
    }
    if (cufftXtExecDescriptor(plan, other, other, CUFFT_INVERSE) || cufftXtMemcpy(plan, back, other, CUFFT_COPY_DEVICE_TO_HOST)) return 6;
    std::printf("%d GPUs, %d numbers: %.0f %.0f ... %.0f\n", other->descriptor->nGPUs, (int)(bytes / sizeof(cufftComplex)), back[0].x, back[1].x, back[7].x);
    return cufftXtFree(there) || cufftXtFree(other) || cufftDestroy(plan);
}
