// Buffers that CUDA shares with OpenGL, as programs under `warpwise exec` see them. Names are those of the CUDA runtime API
// reference.
#pragma once
#ifndef WARPWISE_RUNTIME_BUILD
#pragma clang system_header
#include <GL/glut.h>
#include <cuda_runtime.h>
#endif

struct cudaGraphicsResource;
typedef struct cudaGraphicsResource* cudaGraphicsResource_t;
enum cudaGraphicsRegisterFlags {
    cudaGraphicsRegisterFlagsNone = 0,
    cudaGraphicsRegisterFlagsReadOnly = 1,
    cudaGraphicsRegisterFlagsWriteDiscard = 2
};
enum cudaGraphicsMapFlags { cudaGraphicsMapFlagsNone = 0, cudaGraphicsMapFlagsReadOnly = 1, cudaGraphicsMapFlagsWriteDiscard = 2 };

#ifndef WARPWISE_RUNTIME_BUILD
#ifdef __cplusplus
#define __WARPWISE_OR_0 = nullptr
extern "C" {
#else
#define __WARPWISE_OR_0
#endif
cudaError_t cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource**, GLuint buffer, unsigned flags);
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t);
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t*, cudaStream_t __WARPWISE_OR_0);
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t*, cudaStream_t __WARPWISE_OR_0);
cudaError_t cudaGraphicsResourceGetMappedPointer(void** memory, size_t* bytes, cudaGraphicsResource_t);
cudaError_t cudaGLSetGLDevice(int device);
#ifdef __cplusplus
}
#endif
#endif
