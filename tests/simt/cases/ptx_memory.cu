//! launch: grid=1 block=32
//! argument: u32[64]:iota
//! argument: u32[64]:zeros
//! result: 1 = 0 25 496 31
__device__ unsigned failed, checks, total, top, word = 7;
__constant__ unsigned table[4] = {1, 22, 333, 4444};
__device__ void check(bool good) {
    atomicAdd(&checks, threadIdx.x == 0);
    if (!good && failed == 0) failed = checks;
}
struct __align__(16) Four { unsigned x, y, z, w; };
__global__ void memory(const unsigned* in, unsigned* out) {
    __shared__ __align__(16) unsigned tile[64];
    unsigned t = threadIdx.x, a, b, c, d;
    unsigned place = (unsigned)__cvta_generic_to_shared(&tile[t]);
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(place), "r"(t * 3));
    asm volatile("bar.sync 0;");
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(a) : "r"((unsigned)__cvta_generic_to_shared(tile) + 4 * (31 - t)));
    check(a == (31 - t) * 3);
    asm volatile("{ .reg .u64 p; cvta.to.shared.u64 p, %1; ld.shared.u32 %0, [p+4]; }" : "=r"(a) : "l"(&tile[5]));
    check(a == 18);
    asm volatile("ld.global.u32 %0, [%1+8];" : "=r"(a) : "l"(in + t));
    check(a == t + 2);
    asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(in + 4 * (t / 4)));
    check(a == t / 4 * 4 && b == a + 1 && c == a + 2 && d == a + 3);
    unsigned long long wide;
    asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(wide) : "l"(in + 2 * (t / 2)));
    check(wide == ((unsigned long long)(t / 2 * 2 + 1) << 32 | t / 2 * 2));
    asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(a) : "l"(in + t));
    check(a == t);
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(a) : "l"(in + t));
    check(a == t);
    asm volatile("ld.u32 %0, [%1];" : "=r"(a) : "l"(in + t));  // generic
    check(a == t);
    asm volatile("ld.const.u32 %0, [%1];" : "=r"(a) : "l"(&table[t % 4]));
    check(a == table[t % 4]);
    asm volatile("ld.global.u8 %0, [%1];" : "=r"(a) : "l"(in + t));
    check(a == t);
    int narrow;
    unsigned minus = 0xfffffff0u + t % 8;
    asm volatile("ld.local.s8 %0, [%1];" : "=r"(narrow) : "l"(&minus));
    check(narrow == (int)minus);
    float f;
    asm volatile("{ .reg .f32 x; ld.global.f32 x, [%1]; mov.f32 %0, x; }" : "=f"(f) : "l"(in + t));
    check(__float_as_uint(f) == t);
    // stores
    asm volatile("st.global.cs.u32 [%0], %1;" ::"l"(out + 8 + t % 2), "r"(5));
    check(out[8 + t % 2] == 5);
    Four four = {};
    asm volatile("st.local.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(&four), "r"(1), "r"(2), "r"(3), "r"(4));
    check(four.x + four.y + four.z + four.w == 10);
    asm volatile("st.relaxed.gpu.global.u32 [%0+-4], %1;" ::"l"(out + 9), "r"(5));
    check(out[8] == 5);
    // atomics
    unsigned old;
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(&total), "r"(t));
    asm volatile("red.global.max.u32 [%0], %1;" ::"l"(&top), "r"(t));
    check(old <= 496);
    asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(&word), "r"(7), "r"(9));
    check(old == 7 || old == 9);
    asm volatile("atom.acq_rel.gpu.global.exch.b32 %0, [%1], %2;" : "=r"(old) : "l"(&word), "r"(11));
    check(old == 9 || old == 11);
    __syncwarp();
    float sum = 0;
    asm volatile("red.add.f32 [%0], %1;" ::"l"(&sum), "f"(1.5f));
    check(sum == 1.5f);
    // copies
    __shared__ __align__(16) unsigned copy[128];
    unsigned to = (unsigned)__cvta_generic_to_shared(&copy[4 * t]);
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(to), "l"(in + 4 * (t % 16)));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group %0;" ::"n"(0));
    check(copy[4 * t + 3] == 4 * (t % 16) + 3);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to), "l"(in + 2 * (t % 16)), "r"(t % 2 ? 8 : 0));
    asm volatile("cp.async.wait_all;");
    check(copy[4 * t] == (t % 2 ? 2 * (t % 16) : 0) && copy[4 * t + 1] == (t % 2 ? 2 * (t % 16) + 1 : 0));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to), "l"(in + 2), "r"(4));
    check(copy[4 * t] == 2 && copy[4 * t + 1] == 0);
    // guards keep lanes from memory
    a = 77;
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 32; @p ld.global.u32 %0, [%2]; }" : "+r"(a) : "r"(t * 2), "l"(in + t * 2 % 64));
    check(a == (t * 2 < 32 ? t * 2 : 77));
    a = 77;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p ld.global.u32 %0, [%2]; }" : "+r"(a) : "r"(0), "l"(nullptr));
    check(a == 77);
    asm volatile("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(a) : "l"(tile));
    check(a == 1);
    asm volatile("prefetch.global.L2 [%0];" ::"l"(in));
    __syncwarp();
    if (t == 0) out[0] = failed, out[1] = checks, out[2] = total, out[3] = top;
}
