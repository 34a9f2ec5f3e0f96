//! launch: grid=1 block=32
//! argument: u32[2]:zeros
//! result: 0 = 0 47
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__device__ unsigned failed, checks;
__device__ void check(bool good) {
    ++checks;
    if (!good && failed == 0) failed = checks;
}
#define F1(text, a) ({ float r; asm(text " %0, %1;" : "=f"(r) : "f"(a)); r; })
#define F2(text, a, b) ({ float r; asm(text " %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); r; })
#define F3(text, a, b, c) ({ float r; asm(text " %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c)); r; })
#define D2(text, a, b) ({ double r; asm(text " %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b)); r; })
__device__ unsigned bits(__half2 h) { return *(unsigned*)&h; }
__device__ unsigned bits(__nv_bfloat162 h) { return *(unsigned*)&h; }
__global__ void reals(unsigned* out) {
    if (threadIdx.x != 0) return;
    float a = 1.7f, b = -0.3f, nan = NAN;
    check(F2("add.f32", a, b) == a + b);
    check(F2("add.rn.ftz.f32", a, b) == a + b);
    check(F2("add.rz.f32", 1.0f, 1e-9f) == 1.0f && F2("add.rp.f32", 1.0f, 1e-9f) > 1.0f && F2("add.rm.f32", 1.0f, -1e-9f) < 1.0f);
    check(F2("sub.f32", a, b) == a - b);
    check(F2("mul.f32", a, b) == a * b);
    check(F2("mul.rz.f32", a, b) == __fmul_rz(a, b));
    check(F2("mul.sat.f32", a, 3.0f) == 1.0f && F2("add.sat.f32", b, -1.0f) == 0.0f);
    check(F3("fma.rn.f32", a, b, 0.25f) == fmaf(a, b, 0.25f));
    check(F3("mad.f32", a, b, 0.25f) == fmaf(a, b, 0.25f));
    check(F3("fma.rm.f32", a, b, 1.0f) == __fmaf_rd(a, b, 1.0f));
    check(F2("div.rn.f32", a, b) == a / b && F2("div.approx.f32", 6.0f, 3.0f) == 2.0f && F2("div.full.f32", 6.0f, 3.0f) == 2.0f);
    check(F1("rcp.approx.ftz.f32", 4.0f) == 0.25f && F1("rcp.rz.f32", 3.0f) == __frcp_rz(3.0f));
    check(F1("sqrt.rn.f32", 2.0f) == sqrtf(2.0f) && F1("sqrt.approx.f32", 9.0f) == 3.0f);
    check(F1("rsqrt.approx.f32", 4.0f) == 0.5f);
    check(F1("ex2.approx.ftz.f32", 3.0f) == 8.0f && F1("lg2.approx.f32", 8.0f) == 3.0f);
    check(F1("sin.approx.f32", a) == sinf(a) && F1("cos.approx.f32", a) == cosf(a));
    check(F1("tanh.approx.f32", a) == tanhf(a));
    check(F2("min.f32", a, b) == b && F2("max.f32", a, b) == a);
    check(F2("min.f32", a, nan) == a && isnan(F2("min.NaN.f32", a, nan)));
    check(F1("abs.f32", b) == 0.3f && F1("neg.f32", b) == 0.3f);
    check(F2("copysign.f32", b, a) == -a);
    float half;
    asm("mul.f32 %0, %1, 0f3F000000;" : "=f"(half) : "f"(a));
    check(half == a * 0.5f);
    asm("mul.f32 %0, %1, 0.5;" : "=f"(half) : "f"(a));
    check(half == a * 0.5f);
    double x = 1.5, y = -2.25, r;
    check(D2("add.f64", x, y) == x + y && D2("sub.rn.f64", x, y) == x - y);
    check(D2("mul.rn.f64", x, y) == x * y && D2("div.rn.f64", x, y) == x / y);
    asm("fma.rn.f64 %0, %1, %2, %3;" : "=d"(r) : "d"(x), "d"(y), "d"(0.125));
    check(r == fma(x, y, 0.125));
    asm("mul.f64 %0, %1, 0d4000000000000000;" : "=d"(r) : "d"(x));
    check(r == 3.0);
    __half2 p = __floats2half2_rn(1.5f, -2.0f), q = __floats2half2_rn(0.25f, 4.0f);
    unsigned w;
    asm("add.f16x2 %0, %1, %2;" : "=r"(w) : "r"(bits(p)), "r"(bits(q)));
    check(w == bits(p + q));
    asm("fma.rn.f16x2 %0, %1, %2, %1;" : "=r"(w) : "r"(bits(p)), "r"(bits(q)));
    check(w == bits(__hfma2(p, q, p)));
    asm("max.f16x2 %0, %1, %2;" : "=r"(w) : "r"(bits(p)), "r"(bits(q)));
    check(w == bits(__hmax2(p, q)));
    asm("neg.f16x2 %0, %1;" : "=r"(w) : "r"(bits(p)));
    check(w == bits(-p));
    unsigned short h;
    asm("mul.f16 %0, %1, %2;" : "=h"(h) : "h"(__half_as_ushort(p.x)), "h"(__half_as_ushort(q.x)));
    check(h == __half_as_ushort(p.x * q.x));
    asm("{ .reg .f16 t; ex2.approx.f16 t, %1; mov.b16 %0, t; }" : "=h"(h) : "h"(__half_as_ushort(__float2half(2.0f))));
    check(__half2float(__ushort_as_half(h)) == 4.0f);
    __nv_bfloat162 s = __floats2bfloat162_rn(1.5f, -2.0f), t = __floats2bfloat162_rn(0.25f, 4.0f);
    asm("fma.rn.bf16x2 %0, %1, %2, %1;" : "=r"(w) : "r"(bits(s)), "r"(bits(t)));
    check(w == bits(__hfma2(s, t, s)));
    asm("mul.bf16x2 %0, %1, %2;" : "=r"(w) : "r"(bits(s)), "r"(bits(t)));
    check(w == bits(s * t));
    asm("abs.bf16x2 %0, %1;" : "=r"(w) : "r"(bits(s)));
    check(w == (bits(s) & 0x7fff7fffu));
    // predicates
    int i;
    asm("{ .reg .pred p; setp.lt.f32 p, %1, %2; selp.s32 %0, 1, 2, p; }" : "=r"(i) : "f"(b), "f"(a));
    check(i == 1);
    asm("{ .reg .pred p; setp.ne.f32 p, %1, %1; selp.s32 %0, 1, 2, p; }" : "=r"(i) : "f"(nan));
    check(i == 2);
    asm("{ .reg .pred p; setp.neu.f32 p, %1, %1; selp.s32 %0, 1, 2, p; }" : "=r"(i) : "f"(nan));
    check(i == 1);
    asm("{ .reg .pred p, q; setp.gt.s32 p|q, %1, 3; @p mov.u32 %0, 10; @q mov.u32 %0, 20; }" : "=r"(i) : "r"(5));
    check(i == 10);
    asm("{ .reg .pred p, q; setp.gt.s32 p, %1, 3; setp.lt.and.u32 q, %1, 9, p; selp.u32 %0, 1, 0, q; }" : "=r"(i) : "r"(5));
    check(i == 1);
    asm("{ .reg .pred p, q; setp.gt.s32 p, %1, 3; setp.lt.and.u32 q, %1, 9, !p; not.pred q, q; selp.u32 %0, 1, 0, q; }" : "=r"(i) : "r"(5));
    check(i == 1);
    asm("set.lt.u32.f32 %0, %1, %2;" : "=r"(i) : "f"(b), "f"(a));
    check(i == -1);
    asm("set.gt.f32.s32 %0, %1, %2;" : "=f"(half) : "r"(7), "r"(-7));
    check(half == 1.0f);
    asm("slct.s32.s32 %0, 5, 6, %1;" : "=r"(i) : "r"(-1));
    check(i == 6);
    asm("{ .reg .pred p; testp.infinite.f32 p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(i) : "f"(INFINITY));
    check(i == 1);
    asm("{ .reg .pred p; testp.subnormal.f32 p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(i) : "f"(1e-40f));
    check(i == 1);
    out[0] = failed;
    out[1] = checks;
}
