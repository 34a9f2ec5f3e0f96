//! launch: grid=1 block=32
//! argument: u32[32]:zeros
//! fault: misaligned 8 tile 4
__global__ void rows(unsigned* out) {
    __shared__ __align__(16) unsigned tile[256];
    unsigned r, row =
        (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x * 4]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(threadIdx.x == 1 ? row + 2 : row));
    out[threadIdx.x] = r;
}
