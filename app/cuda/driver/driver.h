// The CUDA driver API as a table of typed functions, filled from libcuda.so.1 at run time.
#pragma once

#include <cuda.h>

#include <string>

#include "base/error.h"
#include "cuda/driver/shared_library.h"

namespace warpwise {

// Lists of names: clang-format takes them for nested calls.
// clang-format off

// The functions whose current version every supported driver (CUDA 11 and newer) has. cuda.h renames some of them to their
// versioned symbols; the table's members are renamed with them.
#define WARPWISE_DRIVER_FUNCTIONS(X)                                                                         \
    X(cuInit) X(cuDriverGetVersion) X(cuGetErrorName) X(cuGetErrorString) X(cuDeviceGetCount) X(cuDeviceGet) \
    X(cuDeviceGetName) X(cuDeviceGetAttribute) X(cuDeviceTotalMem) X(cuCtxSetCurrent) X(cuCtxDestroy)        \
    X(cuMemGetInfo) X(cuModuleLoadDataEx) X(cuModuleUnload) X(cuModuleGetFunction) X(cuFuncGetAttribute)     \
    X(cuMemAlloc) X(cuMemFree) X(cuMemcpyHtoD) X(cuMemcpyDtoH) X(cuMemcpyDtoDAsync) X(cuStreamCreate)        \
    X(cuStreamDestroy) X(cuStreamSynchronize) X(cuEventCreate) X(cuEventDestroy) X(cuEventRecord)            \
    X(cuEventSynchronize) X(cuLaunchKernel)
// Of page-locked and asynchronous copies, and of what a launch asks about itself.
#define WARPWISE_DRIVER_LAUNCH_FUNCTIONS(X)                                                          \
    X(cuMemHostAlloc) X(cuMemFreeHost) X(cuMemcpyHtoDAsync) X(cuMemcpyDtoHAsync) X(cuMemsetD32Async) \
    X(cuMemsetD8Async) X(cuFuncSetAttribute) X(cuDeviceGetPCIBusId)                                  \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor)
// Of the part that shares memory with OpenGL; a driver in a container may come without it.
#define WARPWISE_GRAPHICS_FUNCTIONS(X)                                                          \
    X(cuGraphicsMapResources) X(cuGraphicsUnmapResources) X(cuGraphicsResourceGetMappedPointer) \
    X(cuGraphicsUnregisterResource) X(cuEventQuery)
// Of copies between two GPUs.
#define WARPWISE_PEER_FUNCTIONS(X) \
    X(cuDeviceCanAccessPeer) X(cuCtxEnablePeerAccess) X(cuCtxDisablePeerAccess) X(cuMemcpyPeerAsync)
// clang-format on

struct Driver {
#define X(name) decltype(&::name) name = nullptr;
    WARPWISE_DRIVER_FUNCTIONS(X)
    WARPWISE_DRIVER_LAUNCH_FUNCTIONS(X)
    WARPWISE_GRAPHICS_FUNCTIONS(X)
    WARPWISE_PEER_FUNCTIONS(X)
#undef X
    bool has_peers() const;
    // cuGLGetDevices and cuGraphicsGLRegisterBuffer, whose header would want OpenGL's
    CUresult (*gl_devices)(unsigned* count, CUdevice* devices, unsigned capacity, int list) = nullptr;
    CUresult (*register_gl_buffer)(CUgraphicsResource*, unsigned buffer, unsigned flags) = nullptr;
    bool has_graphics() const;
    // Newer headers rename these two to versions that older drivers lack; the first versions are in every driver.
    CUresult (*create_context)(CUcontext*, unsigned flags, CUdevice) = nullptr;
    CUresult (*elapsed_ms)(float*, CUevent start, CUevent end) = nullptr;
    // 12.4 and newer; null before
    CUresult (*parameter_info)(CUfunction, std::size_t index, std::size_t* offset, std::size_t* bytes) = nullptr;

    SharedLibrary library;

    // Opens the driver and initialises it. The Error says whether the driver is missing or refuses, and why.
    static Result<Driver> open();
    // "CUDA_ERROR_INVALID_VALUE", and the driver's own sentence about it.
    std::string name_of(CUresult) const;
    std::string meaning_of(CUresult) const;
};

}  // namespace warpwise
