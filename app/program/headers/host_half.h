// Half precision in host code: what <cuda_fp16.h> and <cuda_bf16.h> declare for both sides and the prelude for device code alone.
#ifndef __WARPWISE_HOST_HALF
#define __WARPWISE_HOST_HALF
#pragma clang system_header
#define __WARPWISE_HOST __attribute__((host)) static inline
template <typename T2, typename T>
__WARPWISE_HOST T2 __warpwise_pair(T a, T b) {
    T both[2] = {a, b};
    T2 pair;
    __builtin_memcpy((void*)&pair, both, sizeof pair);
    return pair;
}
#define __WARPWISE_HOST_HALF_TYPE(T, T2, name, names)                                                                            \
    __WARPWISE_HOST float __##name##2float(T a) { return __warpwise_float(a); }                                                  \
    __WARPWISE_HOST T __float2##name(float a) { return __warpwise_##name(a); }                                                   \
    __WARPWISE_HOST T __float2##name##_rn(float a) { return __warpwise_##name(a); }                                              \
    __WARPWISE_HOST T __double2##name(double a) { return __warpwise_##name((float)a); }                                          \
    __WARPWISE_HOST T2 __float2##name##2_rn(float a) { return __warpwise_pair<T2>(__warpwise_##name(a), __warpwise_##name(a)); } \
    __WARPWISE_HOST T2 __floats2##name##2_rn(float a, float b) {                                                                 \
        return __warpwise_pair<T2>(__warpwise_##name(a), __warpwise_##name(b));                                                  \
    }                                                                                                                            \
    __WARPWISE_HOST T2 __float22##name##2_rn(float2 a) {                                                                         \
        return __warpwise_pair<T2>(__warpwise_##name(a.x), __warpwise_##name(a.y));                                              \
    }                                                                                                                            \
    __WARPWISE_HOST float2 __##name##22float2(T2 a) { return make_float2(__warpwise_float(a.x), __warpwise_float(a.y)); }        \
    __WARPWISE_HOST T2 __##names##2##name##2(T a, T b) { return __warpwise_pair<T2>(a, b); }                                     \
    __WARPWISE_HOST T2 __##name##2##name##2(T a) { return __warpwise_pair<T2>(a, a); }                                           \
    __WARPWISE_HOST T __int2##name##_rn(int a) { return __warpwise_##name((float)a); }                                           \
    __WARPWISE_HOST T operator+(T a, T b) { return __warpwise_##name(__warpwise_float(a) + __warpwise_float(b)); }               \
    __WARPWISE_HOST T operator-(T a, T b) { return __warpwise_##name(__warpwise_float(a) - __warpwise_float(b)); }               \
    __WARPWISE_HOST T operator*(T a, T b) { return __warpwise_##name(__warpwise_float(a) * __warpwise_float(b)); }               \
    __WARPWISE_HOST T operator/(T a, T b) { return __warpwise_##name(__warpwise_float(a) / __warpwise_float(b)); }               \
    __WARPWISE_HOST T operator-(T a) { return __warpwise_##name(-__warpwise_float(a)); }                                         \
    __WARPWISE_HOST T& operator+=(T& a, T b) { return a = a + b; }                                                               \
    __WARPWISE_HOST T& operator-=(T& a, T b) { return a = a - b; }                                                               \
    __WARPWISE_HOST T& operator*=(T& a, T b) { return a = a * b; }                                                               \
    __WARPWISE_HOST T& operator/=(T& a, T b) { return a = a / b; }                                                               \
    __WARPWISE_HOST bool operator==(T a, T b) { return __warpwise_float(a) == __warpwise_float(b); }                             \
    __WARPWISE_HOST bool operator!=(T a, T b) { return __warpwise_float(a) != __warpwise_float(b); }                             \
    __WARPWISE_HOST bool operator<(T a, T b) { return __warpwise_float(a) < __warpwise_float(b); }                               \
    __WARPWISE_HOST bool operator<=(T a, T b) { return __warpwise_float(a) <= __warpwise_float(b); }                             \
    __WARPWISE_HOST bool operator>(T a, T b) { return __warpwise_float(a) > __warpwise_float(b); }                               \
    __WARPWISE_HOST bool operator>=(T a, T b) { return __warpwise_float(a) >= __warpwise_float(b); }                             \
    __WARPWISE_HOST T __hadd(T a, T b) { return a + b; }                                                                         \
    __WARPWISE_HOST T __hsub(T a, T b) { return a - b; }                                                                         \
    __WARPWISE_HOST T __hmul(T a, T b) { return a * b; }                                                                         \
    __WARPWISE_HOST T __hdiv(T a, T b) { return a / b; }                                                                         \
    __WARPWISE_HOST T __hneg(T a) { return -a; }                                                                                 \
    __WARPWISE_HOST T __habs(T a) { return __warpwise_##name(__builtin_fabsf(__warpwise_float(a))); }                            \
    __WARPWISE_HOST T __hmax(T a, T b) { return a > b ? a : b; }                                                                 \
    __WARPWISE_HOST T __hmin(T a, T b) { return a < b ? a : b; }                                                                 \
    __WARPWISE_HOST T __hfma(T a, T b, T c) {                                                                                    \
        return T(__builtin_fma((double)__warpwise_float(a), (double)__warpwise_float(b), (double)__warpwise_float(c)));          \
    }                                                                                                                            \
    __WARPWISE_HOST bool __heq(T a, T b) { return a == b; }                                                                      \
    __WARPWISE_HOST bool __hne(T a, T b) { return a != b; }                                                                      \
    __WARPWISE_HOST bool __hlt(T a, T b) { return a < b; }                                                                       \
    __WARPWISE_HOST bool __hle(T a, T b) { return a <= b; }                                                                      \
    __WARPWISE_HOST bool __hgt(T a, T b) { return a > b; }                                                                       \
    __WARPWISE_HOST bool __hge(T a, T b) { return a >= b; }                                                                      \
    __WARPWISE_HOST bool __hisnan(T a) { return a != a; }                                                                        \
    __WARPWISE_HOST T2 __hadd2(T2 a, T2 b) { return __warpwise_pair<T2>(a.x + b.x, a.y + b.y); }                                 \
    __WARPWISE_HOST T2 __hsub2(T2 a, T2 b) { return __warpwise_pair<T2>(a.x - b.x, a.y - b.y); }                                 \
    __WARPWISE_HOST T2 __hmul2(T2 a, T2 b) { return __warpwise_pair<T2>(a.x * b.x, a.y * b.y); }                                 \
    __WARPWISE_HOST T2 __hfma2(T2 a, T2 b, T2 c) { return __warpwise_pair<T2>(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }   \
                                                                                                                                 \
    __WARPWISE_HOST T __low2##name(T2 a) { return a.x; }                                                                         \
    __WARPWISE_HOST T __high2##name(T2 a) { return a.y; }                                                                        \
    __WARPWISE_HOST float __low2float(T2 a) { return __warpwise_float(a.x); }                                                    \
    __WARPWISE_HOST float __high2float(T2 a) { return __warpwise_float(a.y); }
#endif
#if defined(__WARPWISE_HAS_FP16) && !defined(__WARPWISE_HOST_FP16)
#define __WARPWISE_HOST_FP16
__WARPWISE_HOST __half __warpwise_half(float a) { return __half(a); }
__WARPWISE_HOST float __warpwise_float(__half a) { return (float)a; }
__WARPWISE_HOST_HALF_TYPE(__half, __half2, half, halves)
__WARPWISE_HOST __half2 make_half2(__half a, __half b) { return __warpwise_pair<__half2>(a, b); }
__WARPWISE_HOST unsigned short __half_as_ushort(__half a) { return __builtin_bit_cast(unsigned short, a); }
__WARPWISE_HOST __half __ushort_as_half(unsigned short a) { return __builtin_bit_cast(__half, a); }
#endif
#if defined(__WARPWISE_HAS_BF16) && !defined(__WARPWISE_HOST_BF16)
#define __WARPWISE_HOST_BF16
__WARPWISE_HOST __nv_bfloat16 __warpwise_bfloat16(float a) { return __nv_bfloat16(a); }
__WARPWISE_HOST float __warpwise_float(__nv_bfloat16 a) { return (float)a; }
__WARPWISE_HOST_HALF_TYPE(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat16)
__WARPWISE_HOST __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __warpwise_pair<__nv_bfloat162>(a, b); }
#endif
