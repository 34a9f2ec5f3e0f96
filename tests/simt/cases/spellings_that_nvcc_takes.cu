//! entry: k
//! launch: grid=1 block=32
//! argument: i32[32]:iota
//! argument: i32[4]:zeros
//! result: 0 = 7 9 11 13
//! result: 1 = 0 8 64 16
#include <cstdint>
template <int bytes> struct alignas(bytes) Padded { char c; };
extern "C"__global__ void k(int* a, int* sizes) {
    __shared__ alignas(64) int s[32];
    static __shared__ alignas(double) char t;
    register int x = a[threadIdx.x];
    s[threadIdx.x] = x;
    t = 0;
    unsigned lane, copy;
    asm volatile(
        "mov.u32 %0, %laneid;\n\t"
        "mov.u32 %1, %%laneid;" : "=r"(lane), "=r"(copy));
    a[threadIdx.x] = s[threadIdx.x] + (int)lane + (int)(UINT64_C(5) + UINT32_C(1) + INT8_C(1)) + (int)(lane - copy);
    sizes[0] = (int)(((uintptr_t)s & 63) + ((uintptr_t)&t & 7));
    sizes[1] = alignof(double);
    sizes[2] = 64;
    sizes[3] = sizeof(Padded<16>);
}
