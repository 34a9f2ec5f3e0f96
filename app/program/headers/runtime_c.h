// CUDA's host API for sources in C: the vector types, and as functions what C++ sources have as templates (runtime_templates.h).
// Inlined, so that a call's place is the user's.
#pragma clang system_header
#define __WARPWISE_C __attribute__((always_inline, unused)) static inline
#define __WARPWISE_C_CHECKED __attribute__((always_inline, warn_unused_result, unused)) static inline

__WARPWISE_C_CHECKED cudaError_t cudaMemcpy(void* to, const void* from, size_t n, enum cudaMemcpyKind kind) {
    return __warpwise_memcpy(to, from, n, kind, __builtin_object_size(to, 0), __builtin_object_size(from, 0));
}
__WARPWISE_C_CHECKED cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t n, enum cudaMemcpyKind kind,
                                                 cudaStream_t stream) {
    return __warpwise_memcpy_async(to, from, n, kind, __builtin_object_size(to, 0), __builtin_object_size(from, 0), stream);
}
__WARPWISE_C struct cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) {
    const struct cudaExtent out = {w, h, d};
    return out;
}
__WARPWISE_C struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    const struct cudaPos out = {x, y, z};
    return out;
}
__WARPWISE_C struct cudaPitchedPtr make_cudaPitchedPtr(void* p, size_t pitch, size_t w, size_t h) {
    const struct cudaPitchedPtr out = {p, pitch, w, h};
    return out;
}
__WARPWISE_C struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f) {
    const struct cudaChannelFormatDesc out = {x, y, z, w, f};
    return out;
}

#define __WARPWISE_C_MAKE(name, T)                                                    \
    __WARPWISE_C name##1 make_##name##1(T x) { return (name##1){x}; }                 \
    __WARPWISE_C name##2 make_##name##2(T x, T y) { return (name##2){x, y}; }         \
    __WARPWISE_C name##3 make_##name##3(T x, T y, T z) { return (name##3){x, y, z}; } \
    __WARPWISE_C name##4 make_##name##4(T x, T y, T z, T w) { return (name##4){x, y, z, w}; }
__WARPWISE_C_VECTORS(__WARPWISE_C_MAKE)
