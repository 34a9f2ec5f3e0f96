//! launch: grid=1 block=32
//! argument: u32[2]:zeros
//! options: trace=full
//! result: 0 = 0 128
//! counter: shared_load_instructions = 8
//! counter: shared_load_wavefronts = 48
//! counter: shared_load_bank_conflicts = 24
// A tile of a matrix product as libraries write it: cp.async, ldmatrix, mma. Both loads of fragments are one instruction of 16 bytes
// in each lane.
#include <cuda_fp16.h>
#define CP_ASYNC(dst, src) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(16))
#define LDMATRIX_X4(r, p) \
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(p))
#define LDMATRIX_X2(r, p) asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];\n" : "=r"(r[0]), "=r"(r[1]) : "r"(p))
#define MMA(d, a, b) \
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n" \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
constexpr int K = 64;
__device__ __align__(16) half A[16 * K], B[8 * K];
__global__ void tile(unsigned* out) {
    __shared__ __align__(16) half a[16][16], b[8][16];
    int lane = threadIdx.x;
    for (int i = lane; i < 16 * K; i += 32) A[i] = (half)(float)(i % 17 - 8);
    for (int i = lane; i < 8 * K; i += 32) B[i] = (half)(float)(i % 13 - 6);
    __syncthreads();
    float sum[4] = {0, 0, 0, 0};
    for (int k = 0; k < K; k += 16) {
        CP_ASYNC((unsigned)__cvta_generic_to_shared(&a[lane / 2][lane % 2 * 8]), A + lane / 2 * K + k + lane % 2 * 8);
        if (lane < 16) CP_ASYNC((unsigned)__cvta_generic_to_shared(&b[lane / 2][lane % 2 * 8]), B + lane / 2 * K + k + lane % 2 * 8);
        asm volatile("cp.async.commit_group;\n" ::);
        asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
        __syncthreads();
        unsigned ra[4], rb[2];
        LDMATRIX_X4(ra, (unsigned)__cvta_generic_to_shared(&a[lane % 16][lane / 16 * 8]));
        LDMATRIX_X2(rb, (unsigned)__cvta_generic_to_shared(&b[lane % 8][lane / 8 % 2 * 8]));
        MMA(sum, ra, rb);
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i) {
        int row = lane / 4 + i / 2 * 8, col = lane % 4 * 2 + i % 2;
        float plain = 0;
        for (int k = 0; k < K; ++k) plain += (float)A[row * K + k] * (float)B[col * K + k];
        atomicAdd(out, sum[i] != plain);
        atomicAdd(out + 1, 1);
    }
}
