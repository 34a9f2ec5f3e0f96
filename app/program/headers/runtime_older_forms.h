// What programs of earlier CUDA releases write and today's nvcc refuses: shuffles and votes without a mask, and texture references.
// They run, and the compiler notes what to write today.
#pragma once
#pragma clang system_header

#define __WARPWISE_TODAY(words) \
    __attribute__((diagnose_if(1, "this form is of earlier CUDA releases, and today's nvcc refuses it: write " words, "warning")))

#define __WARPWISE_OLD_SHUFFLE(name, P, today)                                                   \
    template <typename T>                                                                        \
    __WARPWISE_TODAY(today)                                                                      \
    __attribute__((always_inline, device)) static inline T name(T value, P by, int width = 32) { \
        return name##_sync(__activemask(), value, by, width);                                    \
    }
__WARPWISE_OLD_SHUFFLE(__shfl, int, "__shfl_sync(0xffffffff, value, lane)")
__WARPWISE_OLD_SHUFFLE(__shfl_up, unsigned, "__shfl_up_sync(0xffffffff, value, delta)")
__WARPWISE_OLD_SHUFFLE(__shfl_down, unsigned, "__shfl_down_sync(0xffffffff, value, delta)")
__WARPWISE_OLD_SHUFFLE(__shfl_xor, int, "__shfl_xor_sync(0xffffffff, value, lane_mask)")
__WARPWISE_TODAY("__any_sync(0xffffffff, condition)")
__attribute__((always_inline, device)) static inline int __any(int condition) { return __any_sync(__activemask(), condition); }
__WARPWISE_TODAY("__all_sync(0xffffffff, condition)")
__attribute__((always_inline, device)) static inline int __all(int condition) { return __all_sync(__activemask(), condition); }
__WARPWISE_TODAY("__ballot_sync(0xffffffff, condition)")
__attribute__((always_inline, device)) static inline unsigned __ballot(int condition) {
    return __ballot_sync(__activemask(), condition);
}
#undef __WARPWISE_OLD_SHUFFLE

// A texture reference is a variable of both sides, which holds a texture object while it is bound. Its declarations get __managed__
// and this name before the compiler reads them (simt/decode/source_dialect.h).
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
template <typename T, int kind = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct __warpwise_texture {
    int normalized;
    cudaTextureFilterMode filterMode;
    cudaTextureAddressMode addressMode[3];
    cudaChannelFormatDesc channelDesc;
    cudaTextureObject_t __object;
    __attribute__((host, device)) constexpr __warpwise_texture(int is_normalized = 0,
                                                               cudaTextureFilterMode filter = cudaFilterModePoint,
                                                               cudaTextureAddressMode address = cudaAddressModeClamp)
        : normalized(is_normalized), filterMode(filter), addressMode{address, address, address}, channelDesc{}, __object(0) {}
};
template <typename T, cudaTextureReadMode mode>
struct __warpwise_texel {
    typedef T type;
};
#define __WARPWISE_NORMALIZED(T, F)                           \
    template <>                                               \
    struct __warpwise_texel<T, cudaReadModeNormalizedFloat> { \
        typedef F type;                                       \
    };
__WARPWISE_NORMALIZED(unsigned char, float)
__WARPWISE_NORMALIZED(signed char, float)
__WARPWISE_NORMALIZED(char, float)
__WARPWISE_NORMALIZED(unsigned short, float)
__WARPWISE_NORMALIZED(short, float)
__WARPWISE_NORMALIZED(uchar2, float2)
__WARPWISE_NORMALIZED(ushort2, float2)
__WARPWISE_NORMALIZED(uchar4, float4)
__WARPWISE_NORMALIZED(char4, float4)
__WARPWISE_NORMALIZED(ushort4, float4)
#undef __WARPWISE_NORMALIZED

#define __WARPWISE_OLD_FETCH(name, kind, parameters, places)                                                        \
    template <typename T, cudaTextureReadMode mode>                                                                 \
    __WARPWISE_TODAY("a texture object (cudaTextureObject_t) that the kernel is given")                             \
    __attribute__((always_inline, device)) static inline typename __warpwise_texel<T, mode>::type name parameters { \
        return name<typename __warpwise_texel<T, mode>::type> places;                                               \
    }
__WARPWISE_OLD_FETCH(tex1Dfetch, 1, (const __warpwise_texture<T, 1, mode>& from, int x), (from.__object, x))
__WARPWISE_OLD_FETCH(tex1D, 1, (const __warpwise_texture<T, 1, mode>& from, float x), (from.__object, x))
__WARPWISE_OLD_FETCH(tex2D, 2, (const __warpwise_texture<T, 2, mode>& from, float x, float y), (from.__object, x, y))
__WARPWISE_OLD_FETCH(tex3D, 3, (const __warpwise_texture<T, 3, mode>& from, float x, float y, float z), (from.__object, x, y, z))
#undef __WARPWISE_OLD_FETCH

// The driver's name for it, which programs compare results of the runtime with.
#ifndef CUDA_SUCCESS
#define CUDA_SUCCESS cudaSuccess
#endif

template <typename T, int kind, cudaTextureReadMode mode>
static inline cudaError_t __warpwise_bind(__warpwise_texture<T, kind, mode>& to, cudaResourceDesc resource) {
    cudaTextureDesc how = {};
    for (int i = 0; i < 3; ++i) how.addressMode[i] = to.addressMode[i];
    how.filterMode = to.filterMode;
    how.readMode = mode;
    how.normalizedCoords = to.normalized;
    if (to.__object) (void)cudaDestroyTextureObject(to.__object);
    to.__object = 0;
    return cudaCreateTextureObject(&to.__object, &resource, &how, nullptr);
}
template <typename T, int kind, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t* offset, __warpwise_texture<T, kind, mode>& to, const void* memory,
                                          const cudaChannelFormatDesc& format, size_t bytes = 0xffffffffu) {
    if (offset) *offset = 0;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<void*>(memory);
    resource.res.linear.desc = format;
    const size_t there = __warpwise_bytes_from(memory);
    resource.res.linear.sizeInBytes = bytes == 0xffffffffu && there ? there : bytes;
    return __warpwise_bind(to, resource);
}
template <typename T, int kind, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t* offset, __warpwise_texture<T, kind, mode>& to, const void* memory,
                                          size_t bytes = 0xffffffffu) {
    return cudaBindTexture(offset, to, memory, cudaCreateChannelDesc<T>(), bytes);
}
template <typename T, int kind, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t* offset, __warpwise_texture<T, kind, mode>& to, const void* memory,
                                            const cudaChannelFormatDesc& format, size_t width, size_t height, size_t pitch) {
    if (offset) *offset = 0;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = const_cast<void*>(memory);
    resource.res.pitch2D.desc = format;
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return __warpwise_bind(to, resource);
}
template <typename T, int kind, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t* offset, __warpwise_texture<T, kind, mode>& to, const void* memory, size_t width,
                                            size_t height, size_t pitch) {
    return cudaBindTexture2D(offset, to, memory, cudaCreateChannelDesc<T>(), width, height, pitch);
}
template <typename T, int kind, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(__warpwise_texture<T, kind, mode>& to, cudaArray_const_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    return __warpwise_bind(to, resource);
}
template <typename T, int kind, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(__warpwise_texture<T, kind, mode>& to, cudaArray_const_t array,
                                                 const cudaChannelFormatDesc&) {
    return cudaBindTextureToArray(to, array);
}
template <typename T, int kind, cudaTextureReadMode mode>
static inline cudaError_t cudaUnbindTexture(__warpwise_texture<T, kind, mode>& from) {
    const cudaError_t error = from.__object ? cudaDestroyTextureObject(from.__object) : cudaSuccess;
    from.__object = 0;
    return error;
}
// The forms of C, which are given addresses.
template <typename T, int kind, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t* offset, __warpwise_texture<T, kind, mode>* to, const void* memory,
                                          const cudaChannelFormatDesc* format, size_t bytes = 0xffffffffu) {
    return cudaBindTexture(offset, *to, memory, *format, bytes);
}
template <typename T, int kind, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t* offset, __warpwise_texture<T, kind, mode>* to, const void* memory,
                                            const cudaChannelFormatDesc* format, size_t width, size_t height, size_t pitch) {
    return cudaBindTexture2D(offset, *to, memory, *format, width, height, pitch);
}
template <typename T, int kind, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(__warpwise_texture<T, kind, mode>* to, cudaArray_const_t array,
                                                 const cudaChannelFormatDesc*) {
    return cudaBindTextureToArray(*to, array);
}
template <typename T, int kind, cudaTextureReadMode mode>
static inline cudaError_t cudaUnbindTexture(__warpwise_texture<T, kind, mode>* from) {
    return cudaUnbindTexture(*from);
}
