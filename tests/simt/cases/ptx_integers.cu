//! launch: grid=1 block=32
//! argument: u32[2]:zeros
//! result: 0 = 0 71
// Each statement beside the same in C++; out[0] is the first check that fails, out[1] how many there are.
__device__ unsigned failed, checks;
__device__ void check(bool good) {
    ++checks;
    if (!good && failed == 0) failed = checks;
}
#define OP2(text, a, b) ({ unsigned r; asm(text " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); r; })
#define OP2W(text, a, b) ({ unsigned long long r; asm(text " %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b)); r; })
#define OP3(text, a, b, c) ({ unsigned r; asm(text " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); r; })
#define OP1(text, a) ({ unsigned r; asm(text " %0, %1;" : "=r"(r) : "r"(a)); r; })
__global__ void integers(unsigned* out) {
    if (threadIdx.x != 0) return;
    unsigned a = 0xdeadbeefu, b = 0x12345678u, c = 0x0f0f1234u;
    int s = (int)a;
    unsigned long long A = 0xdeadbeef01234567ull, B = 0x1122334455667788ull;
    check(OP2("add.u32", a, b) == a + b);
    check(OP2("add.s32", a, b) == a + b);
    check(OP2W("add.u64", A, B) == A + B);
    check(OP2("sub.s32", a, b) == a - b);
    check(OP2W("sub.s64", A, B) == A - B);
    check(OP2("mul.lo.u32", a, b) == a * b);
    check(OP2("mul.hi.u32", a, b) == (unsigned)((unsigned long long)a * b >> 32));
    check(OP2("mul.hi.s32", a, b) == (unsigned)((long long)s * (int)b >> 32));
    check(OP2W("mul.lo.u64", A, B) == A * B);
    check(OP2W("mul.hi.u64", A, B) == __umul64hi(A, B));
    unsigned long long wide;
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(a), "r"(b));
    check(wide == (unsigned long long)a * b);
    asm("mul.wide.s32 %0, %1, %2;" : "=l"(wide) : "r"(a), "r"(b));
    check((long long)wide == (long long)s * (int)b);
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(wide) : "r"(a), "r"(b), "l"(B));
    check(wide == (unsigned long long)a * b + B);
    check(OP3("mad.lo.u32", a, b, c) == a * b + c);
    check(OP3("mad.hi.u32", a, b, c) == (unsigned)((unsigned long long)a * b >> 32) + c);
    check(OP2("mul24.lo.u32", a, b) == (a & 0xffffffu) * (b & 0xffffffu));
    check(OP2("div.u32", a, b) == a / b);
    check(OP2("div.s32", a, b) == (unsigned)(s / (int)b));
    check(OP2("rem.u32", a, b) == a % b);
    check(OP2("rem.s32", a, b) == (unsigned)(s % (int)b));
    check(OP1("abs.s32", a) == (unsigned)-s);
    check(OP1("neg.s32", a) == (unsigned)-s);
    check(OP2("min.s32", a, b) == a);
    check(OP2("min.u32", a, b) == b);
    check(OP2("max.s32", a, b) == b);
    check(OP2W("max.u64", A, B) == A);
    check(OP2("and.b32", a, b) == (a & b));
    check(OP2("or.b32", a, b) == (a | b));
    check(OP2("xor.b32", a, b) == (a ^ b));
    check(OP2W("xor.b64", A, B) == (A ^ B));
    check(OP1("not.b32", a) == ~a);
    check(OP1("cnot.b32", 0u) == 1 && OP1("cnot.b32", 7u) == 0);
    check(OP2("shl.b32", a, 5u) == a << 5);
    check(OP2("shl.b32", a, 32u) == 0);
    check(OP2("shr.u32", a, 5u) == a >> 5);
    check(OP2("shr.u32", a, 40u) == 0);
    check(OP2("shr.s32", a, 5u) == (unsigned)(s >> 5));
    check(OP2("shr.s32", a, 99u) == ~0u);
    asm("shr.u64 %0, %1, 9;" : "=l"(wide) : "l"(A));
    check(wide == A >> 9);
    check(OP3("shf.l.wrap.b32", a, b, 36u) == (b << 4 | a >> 28));
    check(OP3("shf.r.wrap.b32", a, b, 4u) == (b << 28 | a >> 4));
    check(OP3("shf.l.clamp.b32", a, b, 40u) == a);
    check(OP3("shf.r.clamp.b32", a, b, 40u) == b);
    check(OP3("bfe.u32", a, 4u, 8u) == (a >> 4 & 0xff));
    check(OP3("bfe.s32", 0xf0u, 4u, 4u) == ~0u);
    check(OP3("bfe.s32", a, 28u, 16u) == (unsigned)(s >> 28));
    check(OP3("bfe.u32", a, 0u, 32u) == a && OP3("bfe.u32", a, 3u, 0u) == 0);
    unsigned r;
    asm("bfi.b32 %0, %1, %2, 8, 12;" : "=r"(r) : "r"(a), "r"(b));
    check(r == ((b & ~0xfff00u) | (a << 8 & 0xfff00u)));
    check(OP1("bfind.u32", b) == 28 && OP1("bfind.u32", 0u) == ~0u);
    check(OP1("bfind.s32", ~0u) == ~0u && OP1("bfind.s32", ~5u) == 2);
    check(OP1("bfind.shiftamt.u32", b) == 3);
    check(OP1("brev.b32", a) == __brev(a));
    check(OP1("clz.b32", b) == 3 && OP1("clz.b32", 0u) == 32);
    check(OP1("popc.b32", a) == (unsigned)__popc(a));
    asm("popc.b64 %0, %1;" : "=r"(r) : "l"(A));
    check(r == (unsigned)__popcll(A));
    check(OP3("prmt.b32", a, b, 0x5410u) == ((b & 0xffffu) << 16 | (a & 0xffffu)));
    check(OP3("prmt.b32.rc8", a, b, 2u) == 0xadadadadu);
    check(OP3("prmt.b32.f4e", a, b, 1u) == (b << 24 | a >> 8));
    asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    check(r == ((a & b) | (~a & c)));
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    check(r == ((a & b) | (a & c) | (b & c)));
    check(OP3("sad.u32", a, b, 7u) == a - b + 7);
    check(OP3("sad.s32", a, b, 7u) == b - a + 7);
    check(OP3("dp4a.s32.s32", a, b, c) == (unsigned)__dp4a((int)a, (int)b, (int)c));
    check(OP3("dp4a.u32.u32", a, b, c) == __dp4a(a, b, c));
    check(OP2("add.sat.s32", 0x7ffffff0u, 100u) == 0x7fffffffu);
    unsigned low, high;
    asm("add.cc.u32 %0, %2, %4; addc.u32 %1, %3, %5;" : "=r"(low), "=r"(high) : "r"(a), "r"(b), "r"(c | 0x80000000u), "r"(3));
    check(low == a + (c | 0x80000000u) && high == b + 3 + 1);
    asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(low) : "r"(b), "r"(a));
    asm volatile("subc.u32 %0, %1, %2;" : "=r"(high) : "r"(9), "r"(4));
    check(low == b - a && high == 4);
    asm("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %4;" : "=&r"(low), "=r"(high) : "r"(a), "r"(b), "r"(c));
    unsigned long long sum = (unsigned long long)a * b + c;
    check(low == (unsigned)sum && high == (unsigned)(sum >> 32) + c);
    short h;
    asm("mul.lo.s16 %0, %1, %2;" : "=h"(h) : "h"((short)-300), "h"((short)500));
    check(h == (short)(-300 * 500));
    asm("min.s16 %0, %1, %2;" : "=h"(h) : "h"((short)-300), "h"((short)500));
    check(h == -300);
    asm("{ .reg .u32 t<3>; mov.u32 t0, 5; add.u32 t1, t0, 0x10; shl.b32 t2, t1, 1; add.u32 %0, t2, -2; }" : "=r"(r));
    check(r == 40);
    out[0] = failed;
    out[1] = checks;
}
