//! launch: grid=1 block=32
//! argument: u32[2]:zeros
//! options: trace=full
//! result: 0 = 0 17
//! counter: shared_load_instructions = 21
__device__ unsigned failed, checks;
__device__ void check(bool good) {
    atomicAdd(&checks, threadIdx.x == 0);
    if (!good && failed == 0) failed = checks;
}
// Matrix m is rows 8 * m to 8 * m + 7; thread t gets elements 2 * (t % 4) and the next of row t / 4.
__global__ void matrices(unsigned* out) {
    __shared__ __align__(16) unsigned short tile[32][8], back[32][8];
    int lane = threadIdx.x, g = lane / 4, t = lane % 4;
    for (int i = 0; i < 8; ++i) tile[lane][i] = (unsigned short)(lane * 8 + i), back[lane][i] = 0;
    __syncthreads();
    unsigned r[4], row = (unsigned)__cvta_generic_to_shared(tile[lane]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(row));
    for (int m = 0; m < 4; ++m) check(r[m] == (unsigned)(m * 64 + g * 8 + t * 2) + ((m * 64 + g * 8 + t * 2 + 1u) << 16));
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"((unsigned)__cvta_generic_to_shared(back[lane])), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]));
    __syncwarp();
    for (int i = 0; i < 8; ++i) check(back[lane][i] == tile[lane][i]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"((unsigned)__cvta_generic_to_shared(tile[lane % 16])));
    for (int m = 0; m < 2; ++m) check(r[m] == (unsigned)(m * 64 + t * 2 * 8 + g) + ((m * 64 + (t * 2 + 1) * 8u + g) << 16));
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared::cta.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(lane < 8 ? row : 1u));
    check(r[0] == (unsigned)(g * 8 + t * 2) + ((g * 8 + t * 2 + 1u) << 16));
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(r[1]) : "r"(r[0]));
    check(r[1] == (unsigned)(t * 2 * 8 + g) + (((t * 2 + 1) * 8u + g) << 16));
    __shared__ __align__(16) unsigned short turned[8][8];
    asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"((unsigned)__cvta_generic_to_shared(turned[lane % 8])), "r"(r[0]));
    __syncwarp();
    check(turned[t][g] == g * 8 + t && turned[t + 4][g] == g * 8 + t + 4);
    __syncwarp();
    if (lane == 0) out[0] = failed, out[1] = checks;
}
