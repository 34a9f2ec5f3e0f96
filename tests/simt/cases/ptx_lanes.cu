//! launch: grid=1 block=64
//! argument: u32[2]:zeros
//! result: 0 = 0 24
__device__ unsigned failed, checks;
__device__ void check(bool good) {
    atomicAdd(&checks, threadIdx.x == 0);
    if (!good && failed == 0) failed = checks;
}
__global__ void lanes(unsigned* out) {
    unsigned t = threadIdx.x, lane, r, p, v = t * 10;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    check(lane == t % 32);
    asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
    check(r == (1u << lane) - 1);
    asm volatile("mov.u32 %0, %%lanemask_gt;" : "=r"(r));
    check(r == ~((2u << lane) - 1));
    asm volatile("mov.u32 %0, %%ntid.x;" : "=r"(r));
    check(r == 64);
    asm volatile("{ .reg .u32 a, b; mov.u32 a, %%tid.x; mov.u32 b, %%ctaid.x; add.u32 %0, a, b; }" : "=r"(r));
    check(r == t);
    unsigned long long begin, end;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(begin));
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(end));
    check(end > begin);
    asm volatile("shfl.sync.idx.b32 %0, %1, 3, 0x1f, 0xffffffff;" : "=r"(r) : "r"(v));
    check(r == (t / 32 * 32 + 3) * 10);
    asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, -1;" : "=r"(r) : "r"(v));
    check(r == (t ^ 1) * 10);
    asm volatile("{ .reg .pred q; shfl.sync.down.b32 %0|q, %2, 4, 0x181f, 0xffffffff; selp.u32 %1, 1, 0, q; }" : "=r"(r), "=r"(p) : "r"(v));  // segments of 8
    check(r == (t % 8 < 4 ? v + 40 : v) && p == (t % 8 < 4));
    asm volatile("{ .reg .pred q; shfl.sync.up.b32 %0|q, %2, 1, 0, 0xffffffff; selp.u32 %1, 1, 0, q; }" : "=r"(r), "=r"(p) : "r"(v));
    check(r == (lane ? v - 10 : v) && p == (lane > 0));
    asm volatile("{ .reg .pred q; setp.lt.u32 q, %1, 5; vote.sync.ballot.b32 %0, q, 0xffffffff; }" : "=r"(r) : "r"(lane));
    check(r == 31);
    asm volatile("{ .reg .pred q; setp.lt.u32 q, %1, 5; vote.sync.any.pred q, q, -1; selp.u32 %0, 1, 0, q; }" : "=r"(r) : "r"(lane));
    check(r == 1);
    asm volatile("{ .reg .pred q; setp.lt.u32 q, %1, 5; vote.sync.all.pred q, !q, -1; selp.u32 %0, 1, 0, q; }" : "=r"(r) : "r"(lane));
    check(r == 0);
    asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(lane / 4));
    check(r == 15u << (lane / 4 * 4));
    asm volatile("redux.sync.add.s32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(lane));
    check(r == 496);
    asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(lane));
    check(r == 31);
    asm volatile("activemask.b32 %0;" : "=r"(r));
    check(r == ~0u);
    asm volatile("{ .reg .pred q; setp.lt.u32 q, %1, 40; bar.red.popc.u32 %0, 0, q; }" : "=r"(r) : "r"(t));
    check(r == 40);
    asm volatile("membar.gl; fence.acq_rel.gpu; bar.warp.sync 0xffffffff; barrier.sync 0; nanosleep.u32 20;" ::: "memory");
    // branches
    asm volatile("{ .reg .pred q; .reg .u32 i; mov.u32 %0, 0; mov.u32 i, 0;\n"
                 "again:\n"
                 "  add.u32 %0, %0, i;  // a sum\n"
                 "  add.u32 i, i, 1;\n"
                 "  setp.le.u32 q, i, %1;\n"
                 "  @q bra again;\n"
                 "}" : "=r"(r) : "r"(lane));
    check(r == lane * (lane + 1) / 2);
    asm volatile("{ .reg .pred q; setp.eq.u32 q, %1, 3;\n @q bra THREE_%=;\n mov.u32 %0, 1;\n bra.uni END_%=;\n THREE_%=: mov.u32 %0, 2;\n END_%=: add.u32 %0, %0, 10; }" : "=r"(r) : "r"(lane));
    check(r == (lane == 3 ? 12 : 11));
    asm volatile("{ .reg .pred q; setp.eq.u32 q, %1, 3; @!q add.u32 %0, %0, 100; }" : "+r"(r) : "r"(lane));
    check(r == (lane == 3 ? 12 : 111));
    // division in some lanes only
    r = 0;
    asm volatile("{ .reg .pred q; setp.ne.u32 q, %1, 0; @q div.u32 %0, 100, %1; }" : "+r"(r) : "r"(lane));
    check(r == (lane ? 100 / lane : 0));
    // lanes that leave
    asm volatile("{ .reg .pred q; setp.gt.u32 q, %0, 15; @q exit; }" ::"r"(lane));
    asm volatile("activemask.b32 %0;" : "=r"(r));
    check(r == 0xffffu);
    check(lane < 16);
    if (t == 0) out[0] = failed, out[1] = checks;
}
