__global__ void k(unsigned* o, unsigned long long* u) {
    int t = threadIdx.x;
    o[t] = __popc(o[t]) + __clz(o[t]) + __ffs(o[t]) + __brev(o[t]) + __byte_perm(o[t], 3, 0x3210) + __mulhi(3, (int)o[t]) +
           __umulhi(o[t], 7) + __funnelshift_l(o[t], 3, 5);
    u[t] = __popcll(u[t]) + __clzll(u[t]) + __ffsll(u[t]) + __umul64hi(u[t], 3);
    o[t] += __builtin_popcount(o[t]) + __builtin_clz(o[t]) + __builtin_bswap32(o[t]);
}
