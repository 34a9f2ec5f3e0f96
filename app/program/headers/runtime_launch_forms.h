// The C++ forms of launches with attributes, and what device code may launch besides kernels. Inlined, so that a call's place is
// the user's.
#pragma once
#pragma clang system_header

__attribute__((always_inline, warn_unused_result)) static inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config,
                                                                                                 const void* kernel,
                                                                                                 void** arguments) {
    int cooperative = 0;
    if (const cudaError_t error = __warpwise_launch_attributes(config, &cooperative)) return error;
    return cooperative
               ? cudaLaunchCooperativeKernel(kernel, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes,
                                             config->stream)
               : cudaLaunchKernel(kernel, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, config->stream);
}
// The arguments as the kernel's parameters are: each one's own copy.
template <typename... P>
__attribute__((always_inline)) static inline cudaError_t __warpwise_launch_with(const cudaLaunchConfig_t* config,
                                                                                void (*kernel)(P...), P... values) {
    void* pointers[] = {(void*)&values..., nullptr};
    return cudaLaunchKernelExC(config, (const void*)kernel, pointers);
}
template <typename... P, typename... A>
__attribute__((always_inline, warn_unused_result)) static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                                                                                void (*kernel)(P...),
                                                                                                A&&... arguments) {
    return __warpwise_launch_with<P...>(config, kernel, static_cast<A&&>(arguments)...);
}

// What device code may call of memory: the same as malloc() and free() there.
template <typename T>
__attribute__((device, always_inline)) static inline cudaError_t cudaMalloc(T** p, size_t n) {
    *p = (T*)malloc(n);
    return *p == nullptr && n != 0 ? cudaErrorMemoryAllocation : cudaSuccess;
}
template <typename T>
__attribute__((device, always_inline)) static inline cudaError_t cudaFree(T* p) {
    free((void*)p);
    return cudaSuccess;
}

// What device code may call of copies: a grid of its own does the work.
template <typename Stream = cudaStream_t>
__attribute__((device, always_inline)) static inline cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t n,
                                                                                 enum cudaMemcpyKind, Stream stream = Stream()) {
    __simt_copy_grid(to, from, n, stream);
    return cudaSuccess;
}
template <typename Stream = cudaStream_t>
__attribute__((device, always_inline)) static inline cudaError_t cudaMemsetAsync(void* to, int value, size_t n,
                                                                                 Stream stream = Stream()) {
    __simt_fill_grid(to, value, n, stream);
    return cudaSuccess;
}
