//! launch: grid=1 block=32
//! argument: u32[2]:zeros
//! result: 0 = 0 42
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__device__ unsigned failed, checks;
__device__ void check(bool good) {
    ++checks;
    if (!good && failed == 0) failed = checks;
}
#define CVT(text, to, T, from, a) ({ T r; asm(text " %0, %1;" : to(r) : from(a)); r; })
__global__ void conversions(unsigned* out) {
    if (threadIdx.x != 0) return;
    check(CVT("cvt.rni.s32.f32", "=r", int, "f", 2.5f) == 2);
    check(CVT("cvt.rzi.s32.f32", "=r", int, "f", -2.7f) == -2);
    check(CVT("cvt.rmi.s32.f32", "=r", int, "f", -2.1f) == -3);
    check(CVT("cvt.rpi.s32.f32", "=r", int, "f", 2.1f) == 3);
    check(CVT("cvt.rzi.u32.f32", "=r", unsigned, "f", -5.0f) == 0);
    check(CVT("cvt.rzi.s32.f32", "=r", int, "f", 1e20f) == 2147483647);
    check(CVT("cvt.rzi.s8.f32", "=r", int, "f", 300.0f) == 127);
    check(CVT("cvt.rzi.u16.f32", "=h", unsigned short, "f", 70000.0f) == 65535);
    check(CVT("cvt.rzi.s64.f64", "=l", long long, "d", -1e12) == -1000000000000ll);
    check(CVT("cvt.rzi.u64.f32", "=l", unsigned long long, "f", 1e18f) == (unsigned long long)1e18f);
    check(CVT("cvt.rn.f32.s32", "=f", float, "r", -7) == -7.0f);
    check(CVT("cvt.rn.f32.u32", "=f", float, "r", 0xffffffffu) == 4294967296.0f);
    check(CVT("cvt.rz.f32.u32", "=f", float, "r", 0xffffffffu) < 4294967296.0f);
    check(CVT("cvt.rp.f32.s32", "=f", float, "r", 16777217) == 16777218.0f);
    check(CVT("cvt.rn.f64.s64", "=d", double, "l", -5ll) == -5.0);
    check(CVT("cvt.rn.f32.u8", "=f", float, "r", 0x1ffu) == 255.0f);
    check(CVT("cvt.rn.f32.s8", "=f", float, "r", 0xffu) == -1.0f);
    check(CVT("cvt.f64.f32", "=d", double, "f", 0.5f) == 0.5);
    check(CVT("cvt.rn.f32.f64", "=f", float, "d", 0.1) == 0.1f);
    check(CVT("cvt.rp.f32.f64", "=f", float, "d", 0.1) == __double2float_ru(0.1));
    check(CVT("cvt.rni.f32.f32", "=f", float, "f", 2.5f) == 2.0f);
    check(CVT("cvt.rmi.f32.f32", "=f", float, "f", -2.5f) == -3.0f);
    check(CVT("cvt.sat.f32.f32", "=f", float, "f", 2.5f) == 1.0f);
    check(CVT("cvt.s32.s8", "=r", int, "r", 0x80) == -128);
    check(CVT("cvt.u32.u8", "=r", unsigned, "r", 0x1ff) == 255);
    check(CVT("cvt.s64.s32", "=l", long long, "r", -3) == -3);
    check(CVT("cvt.u64.u32", "=l", unsigned long long, "r", -3) == 0xfffffffdull);
    check(CVT("cvt.u32.u64", "=r", unsigned, "l", 0x1234567890ull) == 0x34567890u);
    check(CVT("cvt.sat.u8.s32", "=r", unsigned, "r", 300) == 255 && CVT("cvt.sat.u8.s32", "=r", unsigned, "r", -3) == 0);
    check(CVT("cvt.sat.s8.s32", "=r", int, "r", -300) == -128);
    check(CVT("cvt.sat.u16.u32", "=r", unsigned, "r", 70000u) == 65535);
    check(CVT("cvt.rn.f16.f32", "=h", unsigned short, "f", 1.5f) == 0x3e00);
    check(CVT("cvt.rz.f16.f32", "=h", unsigned short, "f", 1.9999f) == 0x3fff);
    check(CVT("cvt.f32.f16", "=f", float, "h", (unsigned short)0xc000) == -2.0f);
    check(CVT("cvt.rn.bf16.f32", "=h", unsigned short, "f", 1.5f) == 0x3fc0);
    check(CVT("cvt.f32.bf16", "=f", float, "h", (unsigned short)0x3fc0) == 1.5f);
    unsigned w;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(w) : "f"(1.5f), "f"(-2.0f));
    check(w == 0x3e00c000u);
    asm("cvt.rn.relu.bf16x2.f32 %0, %1, %2;" : "=r"(w) : "f"(1.5f), "f"(-2.0f));
    check(w == 0x3fc00000u);
    check(CVT("cvt.rna.tf32.f32", "=r", unsigned, "f", 1.00048828125f) == 0x3f802000u);  // a half of the last bit: away from zero
    // moves that pack and unpack
    unsigned long long l;
    unsigned low, high;
    asm("mov.b64 %0, {%1, %2};" : "=l"(l) : "r"(0x11223344), "r"(0x55667788));
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(l + 1));
    check(l == 0x5566778811223344ull && low == 0x11223345u && high == 0x55667788u);
    unsigned short a, b;
    asm("{ .reg .b32 t; mov.b32 t, {%2, %3}; add.u32 t, t, 1; mov.b32 {%0, %1}, t; }" : "=h"(a), "=h"(b) : "h"((unsigned short)1), "h"((unsigned short)2));
    check(a == 2 && b == 2);
    asm("{ .reg .b32 %%t1; mov.b32 %%t1, %1; mov.b32 %0, %%t1; }" : "=r"(w) : "f"(1.0f));
    check(w == 0x3f800000u);
    out[0] = failed;
    out[1] = checks;
}
