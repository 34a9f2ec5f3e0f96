// The types that CUDA's headers give to sources in C: those of vectors, and the shape of a launch.
#ifndef WARPWISE_C_VECTORS_H
#define WARPWISE_C_VECTORS_H
#pragma clang system_header
#include <stddef.h>
#define __host__
#define __device__
#define __global__

#define __WARPWISE_C_VECTOR(name, T, all)            \
    typedef struct name##1 { T x; }                  \
    name##1;                                         \
    typedef struct name##2 { T x, y; }               \
    __attribute__((aligned(2 * sizeof(T)))) name##2; \
    typedef struct name##3 { T x, y, z; }            \
    name##3;                                         \
    typedef struct name##4 { T x, y, z, w; }         \
    __attribute__((aligned(all))) name##4;
#define __WARPWISE_C_VECTORS(each)                                                                                    \
    each(char, signed char) each(uchar, unsigned char) each(short, short) each(ushort, unsigned short) each(int, int) \
        each(uint, unsigned) each(long, long) each(ulong, unsigned long) each(longlong, long long)                    \
            each(ulonglong, unsigned long long) each(float, float) each(double, double)
// As CUDA has it, none is aligned to more than 16 bytes.
#define __WARPWISE_C_TYPE(name, T) __WARPWISE_C_VECTOR(name, T, sizeof(T) > 4 ? 16 : 4 * sizeof(T))
__WARPWISE_C_VECTORS(__WARPWISE_C_TYPE)
typedef struct dim3 {
    unsigned x, y, z;
} dim3;
typedef struct CUstream_st* CUstream;
typedef struct CUevent_st* CUevent;
typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;
#endif
