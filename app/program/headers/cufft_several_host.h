// cuFFT on several GPUs: plans that name them, and descriptors of data that is dealt to them. Here the first of the GPUs has all of
// it, in its natural order, and the others have none. Names and values are those of cuFFT's reference.
#ifndef WARPWISE_CUFFT_SEVERAL_HOST_H
#define WARPWISE_CUFFT_SEVERAL_HOST_H
#pragma clang system_header
#include <stdlib.h>
enum { CUDA_XT_DESCRIPTOR_VERSION = 0x01000000, MAX_CUDA_DESCRIPTOR_GPUS = 64 };
typedef struct cudaXtDesc_t {
    int version, nGPUs;
    int GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
    void* data[MAX_CUDA_DESCRIPTOR_GPUS];
    size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
    void* cudaXtState;
} cudaXtDesc;
typedef enum libFormat_t { LIB_FORMAT_CUFFT = 0, LIB_FORMAT_UNDEFINED = 1 } libFormat;
typedef struct cudaLibXtDesc_t {
    int version;
    cudaXtDesc* descriptor;
    libFormat library;
    int subFormat;
    void* libDescriptor;
} cudaLibXtDesc;
typedef enum cufftXtSubFormat_t {
    CUFFT_XT_FORMAT_INPUT = 0,
    CUFFT_XT_FORMAT_OUTPUT = 1,
    CUFFT_XT_FORMAT_INPLACE = 2,
    CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
    CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4
} cufftXtSubFormat;
typedef enum cufftXtCopyType_t {
    CUFFT_COPY_HOST_TO_DEVICE = 0,
    CUFFT_COPY_DEVICE_TO_HOST = 1,
    CUFFT_COPY_DEVICE_TO_DEVICE = 2
} cufftXtCopyType;

#ifdef __cplusplus
extern "C" {
#endif
cufftResult __warpwise_fft_data(cufftHandle, size_t* bytes, int* gpus, int* gpu_count);
#ifdef __cplusplus
}
#endif

// Inlined, so that a call's place is the user's.
#define __WARPWISE_XT __attribute__((always_inline, unused)) static inline cufftResult
__WARPWISE_XT cufftXtMalloc(cufftHandle plan, cudaLibXtDesc** out, cufftXtSubFormat format) {
    cudaLibXtDesc* const all = (cudaLibXtDesc*)calloc(1, sizeof(cudaLibXtDesc));
    cudaXtDesc* const data = (cudaXtDesc*)calloc(1, sizeof(cudaXtDesc));
    size_t bytes = 0;
    const cufftResult known = __warpwise_fft_data(plan, &bytes, data->GPUs, &data->nGPUs);
    if (known != CUFFT_SUCCESS) return free(all), free(data), known;
    int before = 0;
    (void)cudaGetDevice(&before);
    (void)cudaSetDevice(data->GPUs[0]);
    const cudaError_t error = cudaMalloc((void**)&data->data[0], bytes);
    (void)cudaSetDevice(before);
    if (error != cudaSuccess) return free(all), free(data), CUFFT_ALLOC_FAILED;
    data->version = all->version = CUDA_XT_DESCRIPTOR_VERSION;
    data->size[0] = bytes;
    all->descriptor = data;
    all->subFormat = format;
    *out = all;
    return CUFFT_SUCCESS;
}
__WARPWISE_XT cufftXtFree(cudaLibXtDesc* all) {
    const cudaError_t error = cudaFree(all->descriptor->data[0]);
    free(all->descriptor);
    free(all);
    return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
}
__WARPWISE_XT cufftXtMemcpy(cufftHandle plan, void* to, void* from, cufftXtCopyType kind) {
    (void)plan;
    cudaXtDesc* const into = kind == CUFFT_COPY_DEVICE_TO_HOST ? NULL : ((cudaLibXtDesc*)to)->descriptor;
    cudaXtDesc* const out_of = kind == CUFFT_COPY_HOST_TO_DEVICE ? NULL : ((cudaLibXtDesc*)from)->descriptor;
    const cudaError_t error = cudaMemcpy(into ? into->data[0] : to, out_of ? out_of->data[0] : from,
                                         into ? into->size[0] : out_of->size[0], cudaMemcpyDefault);
    return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}
__WARPWISE_XT cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out, int direction) {
    int before = 0;
    (void)cudaGetDevice(&before);
    (void)cudaSetDevice(in->descriptor->GPUs[0]);
    const cufftResult result = cufftXtExec(plan, in->descriptor->data[0], out->descriptor->data[0], direction);
    (void)cudaSetDevice(before);
    return result;
}
#define __WARPWISE_XT_EXEC(types, direction_parameter, direction)                                                             \
    __WARPWISE_XT cufftXtExecDescriptor##types(cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out direction_parameter) { \
        return cufftXtExecDescriptor(plan, in, out, direction);                                                               \
    }
#define __WARPWISE_XT_DIRECTION , int direction
__WARPWISE_XT_EXEC(C2C, __WARPWISE_XT_DIRECTION, direction)
__WARPWISE_XT_EXEC(Z2Z, __WARPWISE_XT_DIRECTION, direction)
__WARPWISE_XT_EXEC(R2C, , CUFFT_FORWARD)
__WARPWISE_XT_EXEC(D2Z, , CUFFT_FORWARD)
__WARPWISE_XT_EXEC(C2R, , CUFFT_INVERSE)
__WARPWISE_XT_EXEC(Z2D, , CUFFT_INVERSE)
#undef __WARPWISE_XT_EXEC
#undef __WARPWISE_XT_DIRECTION
#endif
