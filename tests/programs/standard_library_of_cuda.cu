// What libcu++ has of the standard library, in device code and on the host.
// prints: 0: 3.5 + 1 - 3, 5: 4.5 + 7 - 3
// prints: 2 of 3
// prints: spans 3 99 6, semaphore 8
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/semaphore>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cstdio>
#include <new>
#include <vector>

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

// An empty optional that is returned: its value is never read.
__device__ cuda::std::optional<int> half_of(int x) {
    if (x % 2) return cuda::std::nullopt;
    return x / 2;
}
using Semaphore = cuda::binary_semaphore<cuda::thread_scope_device>;
__global__ void spans(cuda::std::span<int> out, Semaphore* semaphore, int* counted) {
    if (blockIdx.x == 0 && threadIdx.x < out.size()) out[threadIdx.x] = half_of(threadIdx.x).value_or(99);
    if (threadIdx.x != 0) return;
    semaphore->acquire();
    *counted += 1;
    semaphore->release();
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
    int* values = nullptr;
    Semaphore* semaphore = nullptr;
    cudaMallocManaged(&values, 9 * sizeof(int));
    cudaMallocManaged(&semaphore, sizeof *semaphore);
    new (semaphore) Semaphore(1);
    values[8] = 0;
    std::vector<int> on_host{1, 2, 3};
    const cuda::std::span<int> of_vector(on_host);
    spans<<<8, 32>>>(cuda::std::span<int>(values, 8), semaphore, values + 8);
    cudaDeviceSynchronize();
    std::printf("spans %d %d %d, semaphore %d\n", values[6], values[7], int(of_vector.size() + of_vector.back()), values[8]);
    cudaFree(values);
    cudaFree(semaphore);
}
