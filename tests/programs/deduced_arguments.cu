// Class template argument deduction in kernels, as with nvcc: by the standard library's guides, and by the program's own.
// prints: 3 6 2.5 5 2.5 11 7, views 15 13 5 23
#include <cstdio>
#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>

namespace cs = cuda::std;
template <typename T>
struct Plain {
    T a;
};
template <typename T>
Plain(T) -> Plain<T>;
template <typename T>
struct Wrap {
    T a;
    __device__ Wrap(const T* p) : a(*p) {}
};
template <typename T>
Wrap(T*) -> Wrap<T>;

__global__ void deduce(float* out) {
    Plain plain{3};
    cs::array numbers{1, 2, 3};
    cs::tuple two(1, 2.5f);
    cs::optional maybe(5);
    cs::pair pair(1, 2.5f);
    int x[3] = {7, 8, 9};
    cs::span span(x);
    Wrap wrap(x);
    out[0] = plain.a, out[1] = numbers.size() + numbers[2], out[2] = cs::get<1>(two), out[3] = *maybe, out[4] = pair.second;
    out[5] = span[1] + span.size(), out[6] = wrap.a;
}
__device__ float sum(cs::mdspan<const float, cs::dextents<size_t, 2>> m) {
    float out = 0;
    for (size_t i = 0; i < m.extent(0); ++i)
        for (size_t j = 0; j < m.extent(1); ++j) out += m(i, j);
    return out;
}
__global__ void views(float* data, float* out) {
    cs::mdspan wide(data, 2, 3), high(data, cs::array<int, 2>{3, 2});
    cs::extents<int, 2, cs::dynamic_extent> half_known(3);
    cs::extents all{2, 3};
    out[0] = sum(wide), out[1] = high(2, 1) + high.rank() + high.size();
    out[2] = half_known.extent(1) + half_known.rank_dynamic() + (half_known == cs::extents<int, 2, 3>());
    out[3] = all.extent(0) * 10 + all.extent(1);
}

int main() {
    float *data = nullptr, *o = nullptr;
    cudaMallocManaged(&data, 64);
    cudaMallocManaged(&o, 64);
    for (int i = 0; i < 6; ++i) data[i] = i;
    deduce<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    std::printf("%g %g %g %g %g %g %g, ", o[0], o[1], o[2], o[3], o[4], o[5], o[6]);
    views<<<1, 1>>>(data, o);
    cudaDeviceSynchronize();
    std::printf("views %g %g %g %g\n", o[0], o[1], o[2], o[3]);
    cudaFree(data);
    cudaFree(o);
}
