__global__ void k(unsigned* o) {
    unsigned l;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(l));
    o[threadIdx.x] = l;
}
