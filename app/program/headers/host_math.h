// Global functions of mathematics that host code has from nvcc without a header. Those of the C library are not among them.
#pragma once
#pragma clang system_header

#define __WARPWISE_MIN_MAX(A, B, R)                                                                          \
    __attribute__((host, always_inline)) static inline R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; } \
    __attribute__((host, always_inline)) static inline R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }
#define __WARPWISE_MIN_MAX_BOTH(A, B, R) __WARPWISE_MIN_MAX(A, B, R) __WARPWISE_MIN_MAX(B, A, R)
#define __WARPWISE_MIN_MAX_SIGNED(T) \
    __WARPWISE_MIN_MAX(T, T, T)      \
    __WARPWISE_MIN_MAX(unsigned T, unsigned T, unsigned T) __WARPWISE_MIN_MAX_BOTH(T, unsigned T, unsigned T)
__WARPWISE_MIN_MAX_SIGNED(int)
__WARPWISE_MIN_MAX_SIGNED(long)
__WARPWISE_MIN_MAX_SIGNED(long long)
__WARPWISE_MIN_MAX(float, float, float)
__WARPWISE_MIN_MAX(double, double, double)
__WARPWISE_MIN_MAX_BOTH(float, double, double)

// Functions of one real number; the float form has two names: rsqrt(x), rsqrtf(x).
#define __WARPWISE_HOST_MATH(name, value)                                                                     \
    __attribute__((host, always_inline)) static inline double name(double x) { return value; }                \
    __attribute__((host, always_inline)) static inline float name(float x) { return (float)name((double)x); } \
    __attribute__((host, always_inline)) static inline float name##f(float x) { return (float)name((double)x); }
__WARPWISE_HOST_MATH(rsqrt, 1 / __builtin_sqrt(x))
__WARPWISE_HOST_MATH(rcbrt, 1 / __builtin_cbrt(x))
__WARPWISE_HOST_MATH(normcdf, 0.5 * __builtin_erfc(-x * 0.70710678118654752440))
// Exact at multiples of 1/2, as on the device: the cosine is the sine a quarter turn on.
__attribute__((host)) static inline double __warpwise_of_half_turns(double x, int quarters) {
    const double turned = __builtin_fmod(2 * x, 4) + quarters;  // in quarter turns
    const double whole = __builtin_rint(turned), rest = (turned - whole) * 1.57079632679489661923;
    switch ((int)whole & 3) {
        case 0: return __builtin_sin(rest);
        case 1: return __builtin_cos(rest);
        case 2: return -__builtin_sin(rest);
        default: return -__builtin_cos(rest);
    }
}
__WARPWISE_HOST_MATH(sinpi, __warpwise_of_half_turns(x, 0))
__WARPWISE_HOST_MATH(cospi, __warpwise_of_half_turns(x, 1))
#undef __WARPWISE_HOST_MATH
