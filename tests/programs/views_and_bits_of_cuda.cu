// What libcu++ has in C++17 and the standard library only later: functions on bits, mathematical constants, numeric algorithms and
// views of several dimensions; and the headers <cuda/cmath> and <cuda/annotated_ptr>.
// prints: bits 8 31 0 8 32 16 1065353216 4 1 2018915346
// prints: numbers 3.14159 1.41421, integers 4 12 9 10 32 3
// prints: sums 10 30 21, scan 1 3 6 10, before 0 1 3 6, middle 5 2.5
// prints: view 2x3 7 7, left 7, row 12, strided 4, host 23
// prints: hint 5
#include <cuda/annotated_ptr>
#include <cuda/cmath>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/mdspan>
#include <cuda/std/numbers>
#include <cuda/std/numeric>
#include <cuda/std/type_traits>
#include <cstdio>

namespace cs = cuda::std;
using Matrix = cs::mdspan<float, cs::dextents<int, 2>>;

struct Sum {
    __host__ __device__ int operator()(int x, int y) const { return x + y; }
};
struct Twice {
    __host__ __device__ int operator()(int x) const { return 2 * x; }
};
__global__ void bits(unsigned* out) {
    out[0] = cs::popcount(255u), out[1] = cs::countl_zero(1u), out[2] = cs::countr_zero((unsigned char)1);
    out[3] = cs::rotl(1u, 3), out[4] = cs::bit_ceil(17u), out[5] = cs::bit_floor((unsigned short)17);
    out[6] = cs::bit_cast<unsigned>(1.0f), out[7] = cs::bit_width((unsigned char)9), out[8] = cs::has_single_bit(64ull);
    out[9] = cs::byteswap(0x12345678u);
}
__global__ void numbers(float* f, int* n) {
    f[0] = cs::numbers::pi_v<float>, f[1] = (float)cs::numbers::sqrt2;
    n[0] = cuda::ceil_div(10, 3), n[1] = cuda::round_up(10, 4), n[2] = cuda::round_down(11, 3), n[3] = cuda::ilog2(1500);
    n[4] = cuda::next_power_of_two(17), n[5] = cuda::isqrt(15);
    cs::array<int, 4> a{1, 2, 3, 4}, sums{}, before{};
    n[6] = cs::accumulate(a.begin(), a.end(), 0), n[7] = cs::inner_product(a.begin(), a.end(), a.begin(), 0);
    n[8] = cs::transform_reduce(a.begin(), a.end(), 1, Sum(), Twice());
    cs::inclusive_scan(a.begin(), a.end(), sums.begin());
    cs::exclusive_scan(a.begin(), a.end(), before.begin(), 0);
    for (int i = 0; i < 4; ++i) n[9 + i] = sums[i], n[13 + i] = before[i];
    n[17] = cs::midpoint(8, 2), f[2] = cs::midpoint(1.0f, 4.0f);
    static_assert(cs::is_same_v<cs::remove_cvref_t<const int&>, int>);
}
__global__ void views(Matrix m, float* data, int* n) {
    const int i = threadIdx.y, j = threadIdx.x;
    if (i < m.extent(0) && j < m.extent(1)) m(i, j) = 10.0f * i + j;
    __syncthreads();
    if (i + j != 0) return;
    m(1, 2) = 7;
    cs::mdspan<float, cs::extents<int, 2, 3>> fixed(data);
    cs::mdspan<float, cs::dextents<int, 2>, cs::layout_left> left(data, 3, 2);
    using Strided = cs::layout_stride::mapping<cs::dextents<int, 1>>;
    cs::mdspan<float, cs::dextents<int, 1>, cs::layout_stride> column(data + 1, Strided(cs::dextents<int, 1>(2), cs::array<int, 1>{3}));
    n[0] = m.extent(0), n[1] = m.extent(1), n[2] = (int)m[cs::array<int, 2>{1, 2}], n[3] = (int)fixed(1, 2), n[4] = (int)left(2, 1);
    n[5] = (int)(column(0) + column[1]), n[6] = column.mapping().required_span_size();
}
__global__ void hints(const int* data, int* n) {
    cuda::annotated_ptr<const int, cuda::access_property::streaming> p(data);
    n[0] = p[1] + *p;
}

int main() {
    unsigned* u = nullptr;
    float* f = nullptr;
    int* n = nullptr;
    cudaMallocManaged(&u, 64);
    cudaMallocManaged(&f, 64);
    cudaMallocManaged(&n, 128);
    bits<<<1, 1>>>(u);
    numbers<<<1, 1>>>(f, n);
    cudaDeviceSynchronize();
    printf("bits %u %u %u %u %u %u %u %u %u %u\n", u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9]);
    printf("numbers %g %g, integers %d %d %d %d %d %d\n", f[0], f[1], n[0], n[1], n[2], n[3], n[4], n[5]);
    printf("sums %d %d %d, scan %d %d %d %d, before %d %d %d %d, middle %d %g\n", n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13],
           n[14], n[15], n[16], n[17], f[2]);
    views<<<1, dim3(4, 4)>>>(Matrix(f, 2, 3), f, n);
    cudaDeviceSynchronize();
    const cs::mdspan on_host(f, 2, 3);
    float sum = 0;
    for (std::size_t i = 0; i < on_host.extent(0); ++i)
        for (std::size_t j = 0; j < on_host.extent(1); ++j) sum += on_host(i, j);
    printf("view %dx%d %d %d, left %d, row %d, strided %d, host %g\n", n[0], n[1], n[2], n[3], n[4], n[5], n[6], sum - 8);
    n[8] = 2, n[9] = 3;
    hints<<<1, 1>>>(n + 8, n);
    cudaDeviceSynchronize();
    printf("hint %d\n", n[0]);
    cudaFree(u);
    cudaFree(f);
    cudaFree(n);
}
