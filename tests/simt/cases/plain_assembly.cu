//! launch: grid=1 block=32
//! argument: u32[32]:zeros
//! result: 0 = 226 228 230 232
__device__ unsigned lanes_below() {
    unsigned r;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
    return r;
}
__global__ void assembly(unsigned* out) {
    unsigned lane, field, sum = 5;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("bfe.u32 %0, %1, 4, 8;" : "=r"(field) : "r"(0xabcdu));
    asm("mad.lo.u32 %0, %0, %1, 3;" : "+r"(sum) : "r"(4));
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(3.0f));
    unsigned odd;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(odd) : "r"(1u), "r"(2u), "r"(4u));
    asm volatile("membar.gl; bar.sync 0;" ::: "memory");
    out[threadIdx.x] = lane + __popc(lanes_below()) + field + sum + (unsigned)power + odd;
}
