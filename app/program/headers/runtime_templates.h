// The C++ side of CUDA's host API: typed forms of the C functions, default arguments. Inlined, so that a call's place is the
// user's.
#pragma once
#pragma clang system_header
#define __WARPWISE_TYPED  \
    template <typename T> \
    __attribute__((always_inline, warn_unused_result)) static inline cudaError_t
#define __WARPWISE_CALL __attribute__((always_inline)) static inline

// nvcc tells lambdas of the device from others. Here all of them can run there, and all are told as such.
template <typename T>
__attribute__((host, device)) constexpr bool __warpwise_is_lambda() {
    constexpr char mark[] = "T = (lambda";
    for (const char* text = __PRETTY_FUNCTION__; *text != 0; ++text) {
        int same = 0;
        while (mark[same] != 0 && text[same] == mark[same]) ++same;
        if (mark[same] == 0) return true;
    }
    return false;
}
#define __nv_is_extended_device_lambda_closure_type(...) __warpwise_is_lambda<__remove_cv(__VA_ARGS__)>()
#define __nv_is_extended_host_device_lambda_closure_type(...) __warpwise_is_lambda<__remove_cv(__VA_ARGS__)>()
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) __warpwise_is_lambda<__remove_cv(__VA_ARGS__)>()

__WARPWISE_TYPED cudaMalloc(T** p, size_t n) { return cudaMalloc((void**)(void*)p, n); }
__WARPWISE_TYPED cudaMallocManaged(T** p, size_t n, unsigned flags = cudaMemAttachGlobal) {
    return cudaMallocManaged((void**)(void*)p, n, flags);
}
__WARPWISE_TYPED cudaMallocHost(T** p, size_t n) { return cudaMallocHost((void**)(void*)p, n); }
__WARPWISE_TYPED cudaMallocHost(T** p, size_t n, unsigned flags) { return cudaHostAlloc((void**)(void*)p, n, flags); }
__WARPWISE_TYPED cudaHostAlloc(T** p, size_t n, unsigned flags) { return cudaHostAlloc((void**)(void*)p, n, flags); }
__WARPWISE_TYPED cudaHostGetDevicePointer(T** p, void* host, unsigned flags) {
    return cudaHostGetDevicePointer((void**)(void*)p, host, flags);
}
__WARPWISE_TYPED cudaMallocPitch(T** p, size_t* pitch, size_t width, size_t height) {
    return cudaMallocPitch((void**)(void*)p, pitch, width, height);
}
__WARPWISE_TYPED cudaMallocAsync(T** p, size_t n, cudaStream_t stream) { return cudaMallocAsync((void**)(void*)p, n, stream); }

template <typename T>
struct __warpwise_element {
    using type = T;
};
template <typename T, size_t n>
struct __warpwise_element<T[n]> : __warpwise_element<T> {};

#define __WARPWISE_SYMBOL \
    template <typename T> \
    __attribute__((always_inline, warn_unused_result)) static inline cudaError_t
__WARPWISE_SYMBOL cudaMemcpyToSymbol(const T& symbol, const void* from, size_t n, size_t offset = 0,
                                     enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    // As many bytes as there are elements: sizeof is missing.
    constexpr size_t element = sizeof(typename __warpwise_element<T>::type);
    if (element > 1 && sizeof(T) > element && offset == 0 && n == sizeof(T) / element)
        __warpwise_short_symbol_copy((const void*)&symbol, element);
    return __warpwise_copy_to_symbol((const void*)&symbol, from, n, offset, kind, __builtin_object_size(from, 0));
}
__WARPWISE_SYMBOL cudaMemcpyFromSymbol(void* to, const T& symbol, size_t n, size_t offset = 0,
                                       enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return __warpwise_copy_from_symbol(to, (const void*)&symbol, n, offset, kind, __builtin_object_size(to, 0));
}
__WARPWISE_SYMBOL cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t n, size_t offset = 0,
                                          enum cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = nullptr) {
    return __warpwise_copy_to_symbol_async((const void*)&symbol, from, n, offset, kind, __builtin_object_size(from, 0), stream);
}
__WARPWISE_SYMBOL cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t n, size_t offset = 0,
                                            enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = nullptr) {
    return __warpwise_copy_from_symbol_async(to, (const void*)&symbol, n, offset, kind, __builtin_object_size(to, 0), stream);
}
__WARPWISE_SYMBOL cudaGetSymbolAddress(void** p, const T& symbol) { return __warpwise_symbol_address(p, (const void*)&symbol); }
template <typename P, typename T>
__attribute__((always_inline, warn_unused_result)) static inline cudaError_t cudaGetSymbolAddress(P** p, const T& symbol) {
    return __warpwise_symbol_address((void**)(void*)p, (const void*)&symbol);
}
__WARPWISE_SYMBOL cudaGetSymbolSize(size_t* n, const T& symbol) { return __warpwise_symbol_size(n, (const void*)&symbol); }

__WARPWISE_TYPED cudaLaunchKernel(T* kernel, dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                                  cudaStream_t stream = nullptr) {
    return cudaLaunchKernel((const void*)kernel, grid, block, arguments, shared, stream);
}
__WARPWISE_TYPED cudaLaunchCooperativeKernel(T* kernel, dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                                             cudaStream_t stream = nullptr) {
    return cudaLaunchCooperativeKernel((const void*)kernel, grid, block, arguments, shared, stream);
}
template <typename T>
__WARPWISE_CALL cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* a, T* kernel) {
    return cudaFuncGetAttributes(a, (const void*)kernel);
}
template <typename T>
__WARPWISE_CALL cudaError_t cudaFuncSetAttribute(T* kernel, enum cudaFuncAttribute a, int value) {
    return cudaFuncSetAttribute((const void*)kernel, a, value);
}
template <typename T>
__WARPWISE_CALL cudaError_t cudaFuncSetCacheConfig(T* kernel, enum cudaFuncCache c) {
    return cudaFuncSetCacheConfig((const void*)kernel, c);
}
template <typename T>
__WARPWISE_CALL cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* n, T kernel, int block, size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, (const void*)kernel, block, shared);
}
template <typename T>
__WARPWISE_CALL cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* n, T kernel, int block, size_t shared,
                                                                                   unsigned flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(n, (const void*)kernel, block, shared, flags);
}
template <typename T>
__WARPWISE_CALL cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, T kernel, size_t shared = 0, int most = 0) {
    return __warpwise_max_potential_block_size(grid, block, (const void*)kernel, shared, most);
}
template <typename T>
__WARPWISE_CALL cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, T kernel, size_t shared = 0,
                                                                        int most = 0, unsigned = 0) {
    return __warpwise_max_potential_block_size(grid, block, (const void*)kernel, shared, most);
}
// Shared bytes that depend on the block: the largest block that still has the most threads on a multiprocessor.
template <typename T, typename F>
__WARPWISE_CALL cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, T kernel, F shared_of,
                                                                           int most = 0) {
    int best = 0;
    for (int threads = most > 0 && most < __WARPWISE_MOST_THREADS ? most : __WARPWISE_MOST_THREADS; threads >= 32; threads -= 32) {
        int blocks = 0;
        const cudaError_t error =
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void*)kernel, threads, (size_t)shared_of(threads));
        if (error != cudaSuccess) return error;
        if (blocks * threads <= best) continue;
        best = blocks * threads;
        *block = threads;
        *grid = blocks * __WARPWISE_MULTIPROCESSORS;
    }
    return cudaSuccess;
}
template <typename T, typename F>
__WARPWISE_CALL cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* grid, int* block, T kernel, F shared_of,
                                                                                    int most = 0, unsigned = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, shared_of, most);
}
__WARPWISE_CALL __attribute__((warn_unused_result)) cudaError_t cudaMemcpy(void* to, const void* from, size_t n,
                                                                           enum cudaMemcpyKind kind) {
    return __warpwise_memcpy(to, from, n, kind, __builtin_object_size(to, 0), __builtin_object_size(from, 0));
}
__WARPWISE_CALL __attribute__((warn_unused_result)) cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t n,
                                                                                enum cudaMemcpyKind kind,
                                                                                cudaStream_t stream = (cudaStream_t)0) {
    return __warpwise_memcpy_async(to, from, n, kind, __builtin_object_size(to, 0), __builtin_object_size(from, 0), stream);
}
__WARPWISE_CALL __attribute__((warn_unused_result)) cudaError_t cudaMemsetAsync(void* to, int value, size_t n) {
    return cudaMemsetAsync(to, value, n, (cudaStream_t)0);
}
__WARPWISE_CALL __attribute__((warn_unused_result)) cudaError_t cudaMemcpy2DAsync(void* to, size_t tp, const void* from, size_t fp,
                                                                                  size_t w, size_t h, enum cudaMemcpyKind k) {
    return cudaMemcpy2DAsync(to, tp, from, fp, w, h, k, (cudaStream_t)0);
}
__WARPWISE_CALL __attribute__((warn_unused_result)) cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p) {
    return cudaMemcpy3DAsync(p, (cudaStream_t)0);
}
__WARPWISE_CALL __attribute__((warn_unused_result)) cudaError_t cudaEventRecord(cudaEvent_t event) {
    return cudaEventRecord(event, (cudaStream_t)0);
}
__WARPWISE_CALL __attribute__((warn_unused_result)) cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
    return cudaEventCreateWithFlags(event, flags);
}
__WARPWISE_CALL cudaError_t cudaMemPrefetchAsync(const void* p, size_t n, int device) {
    return cudaMemPrefetchAsync(p, n, device, (cudaStream_t)0);
}
template <typename T>
__WARPWISE_CALL cudaError_t cudaStreamAttachMemAsync(cudaStream_t s, T* p, size_t n = 0, unsigned flags = cudaMemAttachSingle) {
    return cudaStreamAttachMemAsync(s, (void*)p, n, flags);
}
__WARPWISE_CALL __attribute__((warn_unused_result)) cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t w,
                                                                                  size_t h) {
    return cudaMemset2DAsync(to, pitch, value, w, h, (cudaStream_t)0);
}
__WARPWISE_CALL __attribute__((warn_unused_result)) cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent) {
    return cudaMemset3DAsync(to, value, extent, (cudaStream_t)0);
}
__WARPWISE_CALL __attribute__((warn_unused_result)) cudaError_t cudaMallocArray(cudaArray_t* a, const cudaChannelFormatDesc* d,
                                                                                size_t w) {
    return cudaMallocArray(a, d, w, 0, 0);
}
__WARPWISE_CALL __attribute__((warn_unused_result)) cudaError_t cudaMallocArray(cudaArray_t* a, const cudaChannelFormatDesc* d,
                                                                                size_t w, size_t h) {
    return cudaMallocArray(a, d, w, h, 0);
}
__WARPWISE_CALL __attribute__((warn_unused_result)) cudaError_t cudaMalloc3DArray(cudaArray_t* a, const cudaChannelFormatDesc* d,
                                                                                  cudaExtent e) {
    return cudaMalloc3DArray(a, d, e, 0);
}

__WARPWISE_CALL cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) {
    cudaExtent e = {w, h, d};
    return e;
}
__WARPWISE_CALL cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    cudaPos p = {x, y, z};
    return p;
}
__WARPWISE_CALL cudaPitchedPtr make_cudaPitchedPtr(void* p, size_t pitch, size_t w, size_t h) {
    cudaPitchedPtr q = {p, pitch, w, h};
    return q;
}
__WARPWISE_CALL cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f) {
    cudaChannelFormatDesc d = {x, y, z, w, f};
    return d;
}
template <typename T>
struct __warpwise_channels {
    static constexpr int count = 1;
    typedef T type;
};
#define __WARPWISE_CHANNELS(name, T)      \
    template <>                           \
    struct __warpwise_channels<name##1> { \
        static constexpr int count = 1;   \
        typedef T type;                   \
    };                                    \
    template <>                           \
    struct __warpwise_channels<name##2> { \
        static constexpr int count = 2;   \
        typedef T type;                   \
    };                                    \
    template <>                           \
    struct __warpwise_channels<name##4> { \
        static constexpr int count = 4;   \
        typedef T type;                   \
    };
__WARPWISE_CHANNELS(char, signed char)
__WARPWISE_CHANNELS(uchar, unsigned char)
__WARPWISE_CHANNELS(short, short)
__WARPWISE_CHANNELS(ushort, unsigned short)
__WARPWISE_CHANNELS(int, int)
__WARPWISE_CHANNELS(uint, unsigned)
__WARPWISE_CHANNELS(float, float)
template <typename T>
__WARPWISE_CALL cudaChannelFormatDesc cudaCreateChannelDesc() {
    typedef typename __warpwise_channels<T>::type E;
    const int bits = 8 * sizeof(E), n = __warpwise_channels<T>::count;
    const enum cudaChannelFormatKind f = E(0.5f) != E(0) ? cudaChannelFormatKindFloat
                                         : E(-1) < E(0)  ? cudaChannelFormatKindSigned
                                                         : cudaChannelFormatKindUnsigned;
    cudaChannelFormatDesc d = {bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 2 ? bits : 0, f};
    return d;
}

// What device code may call of it.
__attribute__((device)) static inline cudaError_t cudaGetLastError() {
    return cudaSuccess;  // a launch of the device that fails is a fault
}
__attribute__((device)) static inline cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
__attribute__((device)) static inline const char* cudaGetErrorString(cudaError_t) { return "no error"; }
__attribute__((device)) static inline const char* cudaGetErrorName(cudaError_t) { return "cudaSuccess"; }
__attribute__((device)) static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
    *stream = (cudaStream_t)0x10;
    return cudaSuccess;
}
__attribute__((device)) static inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
