//! launch: grid=1 block=1
//! argument: u32[6]:zeros
//! result: 0 = 33752069 4 10 4 2 15
__global__ void words(unsigned* out) {
    out[0] = __vadd4(0x01020304u, 0x01010101u);
    out[1] = __rhadd(3, 4);
    out[2] = __dp4a(0x01010101, 0x01020304, 0);
    out[3] = __ffs(8);
    out[4] = __funnelshift_l(0x80000000u, 0u, 2);
    out[5] = __umul24(3, 5);
}
