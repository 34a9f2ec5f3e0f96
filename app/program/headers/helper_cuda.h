// What NVIDIA's CUDA samples include as <helper_cuda.h>: checks of CUDA calls, and the choice of a device.
#pragma once
#pragma clang system_header
#include <cuda_runtime.h>
#include <helper_string.h>
#include <cstdio>
#include <cstdlib>

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

inline const char* _cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
template <typename Status>
inline const char* _cudaGetErrorEnum(Status) {
    return "<status of a library>";
}

template <typename T>
inline void check(T result, const char* call, const char* file, int line) {
    if (!result) return;
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, (int)result, _cudaGetErrorEnum(result), call);
    exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)

#define getLastCudaError(words) __getLastCudaError(words, __FILE__, __LINE__)
inline void __getLastCudaError(const char* words, const char* file, int line) {
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, words, (int)error,
            cudaGetErrorString(error));
    exit(EXIT_FAILURE);
}
#define printLastCudaError(words) __printLastCudaError(words, __FILE__, __LINE__)
inline void __printLastCudaError(const char* words, const char* file, int line) {
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess)
        fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, words, (int)error,
                cudaGetErrorString(error));
}

inline int ftoi(float value) { return value >= 0 ? (int)(value + 0.5f) : (int)(value - 0.5f); }

// FP32 lanes of a multiprocessor, by compute capability.
inline int _ConvertSMVer2Cores(int major, int minor) {
    if (major == 3) return 192;
    return major == 6 && minor == 0 ? 64 : major == 7 || (major == 8 && minor == 0) ? 64 : 128;
}
inline const char* _ConvertSMVer2ArchName(int major, int minor) {
    return major == 3   ? "Kepler"
           : major == 5 ? "Maxwell"
           : major == 6 ? "Pascal"
           : major == 7 ? (minor == 5 ? "Turing" : "Volta")
           : major == 8 ? (minor == 9 ? "Ada" : "Ampere")
           : major == 9 ? "Hopper"
                        : "Blackwell";
}

inline int gpuDeviceInit(int device) {
    int count = 0;
    checkCudaErrors(cudaGetDeviceCount(&count));
    if (device >= count) {
        fprintf(stderr, "gpuDeviceInit (-device=%d) is not a valid GPU device.\n", device);
        return -device;
    }
    checkCudaErrors(cudaSetDevice(MAX(device, 0)));
    return MAX(device, 0);
}
inline int gpuGetMaxGflopsDeviceId() { return 0; }

inline int findCudaDevice(int argc, const char** argv) {
    if (checkCmdLineFlag(argc, argv, "device")) {
        const int device = gpuDeviceInit(getCmdLineArgumentInt(argc, argv, "device="));
        if (device < 0) {
            printf("exiting...\n");
            exit(EXIT_FAILURE);
        }
        return device;
    }
    checkCudaErrors(cudaSetDevice(0));
    int major = 0, minor = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", 0, _ConvertSMVer2ArchName(major, minor), major, minor);
    return 0;
}
inline int findIntegratedGPU() {
    fprintf(stderr, "CUDA error: No Integrated GPU found that supports CUDA.\n");
    exit(EXIT_FAILURE);
}

inline bool checkCudaCapabilities(int major_version, int minor_version) {
    int major = 0, minor = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
    if (major > major_version || (major == major_version && minor >= minor_version)) return true;
    printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", major_version, minor_version);
    return false;
}
