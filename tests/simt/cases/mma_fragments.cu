//! launch: grid=1 block=32
//! argument: u32[2]:zeros
//! result: 0 = 0 36
// The fragments by the formulas of the PTX manual ("Matrix Fragments for mma.m16n8k16" and its neighbours): groupID = lane / 4,
// threadID_in_group = lane % 4. All elements of A and B differ, and each product is compared with a plain loop.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__device__ unsigned failed, checks;
__device__ void check(bool good) {
    atomicAdd(&checks, threadIdx.x == 0);
    if (!good && failed == 0) failed = checks;
}
__device__ float a_at(int row, int col) { return (row * 16 + col) * 0.125f - 7.0f; }  // exact in half; in bfloat16 up to 8 bits
__device__ float b_at(int row, int col) { return col * 2.0f - row * 0.5f + 1.0f; }
__device__ float c_at(int row, int col) { return row - col * 3.0f; }
__device__ unsigned halves(float x, float y) { return (unsigned)__half_as_ushort(__float2half(x)) | (unsigned)__half_as_ushort(__float2half(y)) << 16; }
__device__ unsigned bfloats(float x, float y) { return __float_as_uint(x) >> 16 | (__float_as_uint(y) & 0xffff0000u); }
__device__ float plain(int row, int col, int depth) {
    float sum = c_at(row, col);
    for (int k = 0; k < depth; ++k) sum += a_at(row, k) * b_at(k, col);
    return sum;
}
__global__ void fragments(unsigned* out) {
    int g = threadIdx.x / 4, t = threadIdx.x % 4;
    float c[4], d[4];
    for (int i = 0; i < 4; ++i) c[i] = c_at(i < 2 ? g : g + 8, t * 2 + (i & 1));
    unsigned a[4], b[2];
    {  // m16n8k16, half
        for (int r = 0; r < 4; ++r) {
            int i = 2 * r, row = i < 2 || (4 <= i && i < 6) ? g : g + 8, col = i < 4 ? t * 2 : t * 2 + 8;
            a[r] = halves(a_at(row, col), a_at(row, col + 1));
        }
        for (int r = 0; r < 2; ++r) b[r] = halves(b_at(t * 2 + 8 * r, g), b_at(t * 2 + 1 + 8 * r, g));
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};\n"
                     : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
        for (int i = 0; i < 4; ++i) check(d[i] == plain(i < 2 ? g : g + 8, t * 2 + (i & 1), 16));
        // in place, as loops over k have it
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
        for (int i = 0; i < 4; ++i) {
            int row = i < 2 ? g : g + 8, col = t * 2 + (i & 1);
            check(d[i] == 2 * plain(row, col, 16) - c_at(row, col));
        }
        // the sum in half
        unsigned h[2];
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
                     : "=r"(h[0]), "=r"(h[1])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(halves(c[0], c[1])), "r"(halves(c[2], c[3])));
        for (int r = 0; r < 2; ++r) check(h[r] == halves(plain(g + 8 * r, t * 2, 16), plain(g + 8 * r, t * 2 + 1, 16)));
    }
    {  // m16n8k8, half
        for (int r = 0; r < 2; ++r) a[r] = halves(a_at(g + 8 * r, t * 2), a_at(g + 8 * r, t * 2 + 1));
        b[0] = halves(b_at(t * 2, g), b_at(t * 2 + 1, g));
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
                     : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                     : "r"(a[0]), "r"(a[1]), "r"(b[0]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
        for (int i = 0; i < 4; ++i) check(d[i] == plain(i < 2 ? g : g + 8, t * 2 + (i & 1), 8));
    }
    {  // m16n8k16, bfloat16: small integers, which it holds exactly
        for (int r = 0; r < 4; ++r) {
            int row = r % 2 ? g + 8 : g, col = t * 2 + (r < 2 ? 0 : 8);
            a[r] = bfloats(row * 16 + col, row * 16 + col + 1);
        }
        for (int r = 0; r < 2; ++r) b[r] = bfloats((t * 2 + 8 * r) * 8 + g, (t * 2 + 1 + 8 * r) * 8 + g);
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
                     : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
        for (int i = 0; i < 4; ++i) {
            int row = i < 2 ? g : g + 8, col = t * 2 + (i & 1);
            float sum = c_at(row, col);
            for (int k = 0; k < 16; ++k) sum += (float)(row * 16 + k) * (k * 8 + col);
            check(d[i] == sum);
        }
    }
    {  // m16n8k8 and m16n8k4, tf32
        float f[4] = {a_at(g, t), a_at(g + 8, t), a_at(g, t + 4), a_at(g + 8, t + 4)}, s[2] = {b_at(t, g), b_at(t + 4, g)};
        for (int r = 0; r < 4; ++r) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(a[r]) : "f"(f[r]));
        for (int r = 0; r < 2; ++r) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(b[r]) : "f"(s[r]));
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
                     : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
        for (int i = 0; i < 4; ++i) check(d[i] == plain(i < 2 ? g : g + 8, t * 2 + (i & 1), 8));
        asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
                     : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                     : "r"(a[0]), "r"(a[1]), "r"(b[0]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
        for (int i = 0; i < 4; ++i) check(d[i] == plain(i < 2 ? g : g + 8, t * 2 + (i & 1), 4));
    }
    {  // m16n8k32 of signed and m16n8k16 of unsigned bytes
        for (int r = 0; r < 4; ++r) {
            a[r] = 0;
            for (int j = 0; j < 4; ++j) {
                int i = 4 * r + j, row = i < 4 || (8 <= i && i < 12) ? g : g + 8, col = t * 4 + (i & 3) + (i < 8 ? 0 : 16);
                a[r] |= (unsigned)(row * 32 + col & 255) << (8 * j);
            }
        }
        for (int r = 0; r < 2; ++r) {
            b[r] = 0;
            for (int j = 0; j < 4; ++j) b[r] |= (unsigned)(((t * 4 + j + 16 * r) * 8 + g) & 255) << (8 * j);
        }
        int s[4];
        asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
                     : "=r"(s[0]), "=r"(s[1]), "=r"(s[2]), "=r"(s[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(1), "r"(2), "r"(3), "r"(4));
        for (int i = 0; i < 4; ++i) {
            int row = i < 2 ? g : g + 8, col = t * 2 + (i & 1), sum = i + 1;
            for (int k = 0; k < 32; ++k) sum += (signed char)(row * 32 + k) * (signed char)(k * 8 + col);
            check(s[i] == sum);
        }
        for (int r = 0; r < 2; ++r) {
            a[r] = 0;
            for (int j = 0; j < 4; ++j) a[r] |= (unsigned)((g + 8 * r) * 16 + t * 4 + j & 255) << (8 * j);
        }
        asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
                     : "=r"(s[0]), "=r"(s[1]), "=r"(s[2]), "=r"(s[3])
                     : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(0), "r"(0), "r"(0), "r"(0));
        for (int i = 0; i < 4; ++i) {
            int row = i < 2 ? g : g + 8, col = t * 2 + (i & 1), sum = 0;
            for (int k = 0; k < 16; ++k) sum += (row * 16 + k & 255) * (k * 8 + col & 255);
            check(s[i] == sum);
        }
    }
    {  // m8n8k4 of doubles
        double e[2], x = a_at(g, t), y = b_at(t, g);
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
                     : "=d"(e[0]), "=d"(e[1]) : "d"(x), "d"(y), "d"((double)c_at(g, t * 2)), "d"((double)c_at(g, t * 2 + 1)));
        for (int i = 0; i < 2; ++i) check(e[i] == plain(g, t * 2 + i, 4));
    }
    if (threadIdx.x == 0) out[0] = failed, out[1] = checks;
}
