// What libcu++ has of the standard library, in device code and on the host.
// prints: 0: 3.5 + 1 - 3, 5: 4.5 + 7 - 3
// prints: 2 of 3
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/tuple>
#include <cstdio>

struct Parts {
    float sum, chosen, real;
};
__global__ void compute(Parts* out) {
    cuda::std::array<int, 4> numbers{1, 2, 3, 4};
    const auto pair = cuda::std::make_tuple(1, 2.5f);
    cuda::std::optional<int> chosen;
    if (threadIdx.x > 1) chosen = 7;
    cuda::std::complex<float> z(1, 2);
    z *= z;
    out[threadIdx.x] = {numbers[threadIdx.x % 4] + cuda::std::get<1>(pair), float(chosen.value_or(1)), z.real()};
}

int main() {
    Parts* d;
    Parts h[32];
    cudaMalloc(&d, sizeof h);
    compute<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    std::printf("0: %g + %g - %g, 5: %g + %g - %g\n", h[0].sum, h[0].chosen, -h[0].real, h[5].sum, h[5].chosen, -h[5].real);
    const cuda::std::tuple<int, int> counts(2, 3);
    std::printf("%d of %d\n", cuda::std::get<0>(counts), cuda::std::get<1>(counts));
    cudaFree(d);
}
