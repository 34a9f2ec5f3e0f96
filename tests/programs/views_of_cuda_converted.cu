// Conversions of views, mappings that are named, and numeric algorithms with operations; headers that share what they declare; and
// `using namespace cuda::std` beside the standard library.
// prints: 8 5 3 3 7 130 -14 9 11.1416, host 6 6
#include <cstdio>
#include <cuda/mdspan>
#include <cuda/std/bit>
#include <cuda/std/functional>
#include <cuda/std/mdspan>
#include <cuda/std/numbers>
#include <cuda/std/numeric>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

namespace cs = cuda::std;
__device__ float strided(cs::mdspan<const float, cs::dextents<int, 2>, cs::layout_stride> m) { return m(1, 2) + m.stride(0); }
__global__ void compute(float* p, float* o) {
    cs::mdspan<float, cs::dextents<int, 2>> m(p, 2, 3);
    const cs::layout_left::mapping<cs::dextents<int, 2>> mapping(cs::dextents<int, 2>(2, 3));
    cs::mdspan left(p, mapping);
    const cs::size_t three = 3;
    o[0] = strided(m), o[1] = left(1, 2), o[2] = m[cs::array<int, 2>{1, 0}], o[3] = three;
    int a[4] = {1, 4, 9, 16}, b[4];
    cs::adjacent_difference(a, a + 4, b, cs::minus<>{});
    o[4] = b[3];
    cs::inclusive_scan(a, a + 4, b, cs::plus<>{}, 100);
    o[5] = b[3];
    cs::transform_exclusive_scan(a, a + 4, b, 0, cs::plus<>{}, cs::negate<>{});
    o[6] = b[3];
    o[7] = *cs::midpoint(a, a + 4), o[8] = cs::popcount(255u) + cs::numbers::pi_v<float>;
}

int main() {
    using namespace cuda::std;
    float *p = nullptr, *o = nullptr;
    cudaMallocManaged(&p, 64);
    cudaMallocManaged(&o, 64);
    for (int i = 0; i < 6; ++i) p[i] = i;
    int h[3] = {1, 2, 3};
    compute<<<1, 1>>>(p, o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 9; ++i) printf("%g%s", o[i], i < 8 ? " " : ", ");
    printf("host %d %d\n", accumulate(h, h + 3, 0), cuda::std::reduce(h, h + 3));
    cudaFree(p);
    cudaFree(o);
}
