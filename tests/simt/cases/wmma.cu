//! launch: grid=1 block=32
//! argument: u32[2]:zeros
//! result: 0 = 0 14
// Each shape, type and layout, compared with a plain product of the same elements.
#include <mma.h>
using namespace nvcuda;
__device__ unsigned failed, checks;
__device__ void check(bool good) {
    atomicAdd(&checks, threadIdx.x == 0);
    if (!good && failed == 0) failed = checks;
}
template <typename T> __device__ T made(int i) { return T((float)(i * 7 % 23 - 11)); }
template <> __device__ unsigned char made(int i) { return (unsigned char)(i * 7 % 251); }
template <> __device__ signed char made(int i) { return (signed char)(i * 7 % 251 - 125); }
template <int M, int N, int K, typename Kind, typename T, typename S, typename LA, typename LB>
__device__ void product(wmma::layout_t layout) {
    __shared__ T a[M * K], b[K * N];
    __shared__ S c[M * N], d[M * N];
    for (int i = threadIdx.x; i < M * K; i += 32) a[i] = made<T>(i);
    for (int i = threadIdx.x; i < K * N; i += 32) b[i] = made<T>(i * 5 + 3);
    for (int i = threadIdx.x; i < M * N; i += 32) c[i] = S((float)(i % 13));
    __syncthreads();
    const bool ra = __is_same(LA, wmma::row_major), rb = __is_same(LB, wmma::row_major), rc = layout == wmma::mem_row_major;
    wmma::fragment<wmma::matrix_a, M, N, K, Kind, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, Kind, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, S> fc;
    wmma::load_matrix_sync(fa, a, ra ? K : M);
    wmma::load_matrix_sync(fb, b, rb ? N : K);
    wmma::load_matrix_sync(fc, c, rc ? N : M, layout);
    wmma::mma_sync(fc, fa, fb, fc);
    for (int i = 0; i < fc.num_elements; ++i) fc.x[i] = fc.x[i] + fc.x[i];
    wmma::store_matrix_sync(d, fc, rc ? N : M, layout);
    bool good = true;
    for (int i = threadIdx.x; i < M * N; i += 32) {
        int row = i / N, col = i % N;
        float sum = (float)c[rc ? row * N + col : col * M + row];
        for (int k = 0; k < K; ++k) sum += (float)a[ra ? row * K + k : k * M + row] * (float)b[rb ? k * N + col : col * K + k];
        S half = S(sum);
        good = good && (float)d[rc ? row * N + col : col * M + row] == (float)(half + half);
    }
    check(good);
    __syncthreads();
}
using wmma::row_major; using wmma::col_major; using wmma::mem_row_major; using wmma::mem_col_major;
__global__ void all(unsigned* out) {
    product<16, 16, 16, half, half, float, row_major, row_major>(mem_row_major);
    product<16, 16, 16, half, half, float, row_major, col_major>(mem_col_major);
    product<16, 16, 16, half, half, float, col_major, row_major>(mem_row_major);
    product<16, 16, 16, half, half, half, row_major, row_major>(mem_row_major);
    product<32, 8, 16, half, half, float, row_major, col_major>(mem_row_major);
    product<8, 32, 16, half, half, float, row_major, row_major>(mem_row_major);
    product<8, 32, 16, half, half, half, col_major, col_major>(mem_col_major);
    product<16, 16, 16, __nv_bfloat16, __nv_bfloat16, float, row_major, row_major>(mem_row_major);
    product<32, 8, 16, __nv_bfloat16, __nv_bfloat16, float, col_major, col_major>(mem_row_major);
    product<16, 16, 8, wmma::precision::tf32, float, float, row_major, col_major>(mem_row_major);
    product<16, 16, 16, signed char, signed char, int, row_major, col_major>(mem_row_major);
    product<8, 32, 16, unsigned char, unsigned char, int, row_major, row_major>(mem_col_major);
    product<32, 8, 16, signed char, signed char, int, row_major, row_major>(mem_row_major);
    product<8, 8, 4, double, double, double, row_major, col_major>(mem_row_major);
    if (threadIdx.x == 0) out[0] = failed, out[1] = checks;
}
