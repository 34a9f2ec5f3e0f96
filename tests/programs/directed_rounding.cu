// prints: 0 of 688128 results differ
// Arithmetic rounded to zero, down and up gives what the host gives in the same rounding mode: for numbers of every size, special
// values, pairs whose sum is zero or nearly zero, and triples in which the third number nearly cancels the product of the others.
#include <cfenv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

constexpr int kCases = 16384, kOperations = 7, kDirections = 3;

#define RESULTS(suffix)                                                                         \
    __device__ void results_##suffix(const float* x, float* out) {                              \
        out[0] = __fadd_##suffix(x[0], x[1]), out[1] = __fsub_##suffix(x[0], x[1]);             \
        out[2] = __fmul_##suffix(x[0], x[1]), out[3] = __fdiv_##suffix(x[0], x[1]);             \
        out[4] = __frcp_##suffix(x[0]), out[5] = __fsqrt_##suffix(x[0]);                        \
        out[6] = __fmaf_##suffix(x[0], x[1], x[2]);                                             \
    }                                                                                           \
    __device__ void results_##suffix(const double* x, double* out) {                            \
        out[0] = __dadd_##suffix(x[0], x[1]), out[1] = __dsub_##suffix(x[0], x[1]);             \
        out[2] = __dmul_##suffix(x[0], x[1]), out[3] = __ddiv_##suffix(x[0], x[1]);             \
        out[4] = __drcp_##suffix(x[0]), out[5] = __dsqrt_##suffix(x[0]);                        \
        out[6] = __fma_##suffix(x[0], x[1], x[2]);                                              \
    }
RESULTS(rz)
RESULTS(rd)
RESULTS(ru)

template <typename T>
__global__ void compute(const T* in, T* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    T* at = out + i * kDirections * kOperations;
    results_rz(in + 3 * i, at);
    results_rd(in + 3 * i, at + kOperations);
    results_ru(in + 3 * i, at + 2 * kOperations);
}

template <typename T>
void results_of_host(const T* x, volatile T* out) {  // volatile: computed while the rounding mode is set
    volatile T a = x[0], b = x[1], c = x[2];
    out[0] = a + b, out[1] = a - b, out[2] = a * b, out[3] = a / b;
    out[4] = T(1) / a, out[5] = std::sqrt(a), out[6] = std::fma(a, b, c);
}

std::mt19937_64 random_bits(1);

template <typename T>
T number(T before) {
    using Limits = std::numeric_limits<T>;
    const T special[] = {0, 1, 3, Limits::infinity(), Limits::quiet_NaN(), Limits::max(), Limits::min(), Limits::denorm_min()};
    const T sign = random_bits() % 2 ? 1 : -1;
    switch (random_bits() % 8) {
        case 0:
        case 1: return sign * special[random_bits() % 8];
        case 2: return -before;
        case 3: return std::nextafter(-before, sign * Limits::infinity());
        case 4: return sign * std::ldexp(T(1) + T(random_bits() % 1024) / 1024, int(random_bits() % 40) - 20);
    }
    const unsigned long long bits = random_bits();
    T any;
    std::memcpy(&any, &bits, sizeof any);
    return any;
}

template <typename T>
int differences() {
    std::vector<T> in(3 * kCases), out(kCases * kDirections * kOperations);
    for (int i = 0; i < 3 * kCases; ++i) in[i] = i % 15 == 2 ? -in[i - 2] * in[i - 1] : number<T>(i > 0 ? in[i - 1] : 1);
    T *device_in, *device_out;
    cudaMalloc(&device_in, in.size() * sizeof(T));
    cudaMalloc(&device_out, out.size() * sizeof(T));
    cudaMemcpy(device_in, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice);
    compute<<<kCases / 128, 128>>>(device_in, device_out);
    cudaMemcpy(out.data(), device_out, out.size() * sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(device_in);
    cudaFree(device_out);
    int count = 0;
    for (int i = 0; i < kCases * kDirections; ++i) {
        volatile T of_host[kOperations];
        const int directions[] = {FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
        std::fesetround(directions[i % kDirections]);
        results_of_host(&in[i / kDirections * 3], of_host);
        std::fesetround(FE_TONEAREST);
        for (int operation = 0; operation < kOperations; ++operation) {
            const T expected = of_host[operation], result = out[i * kOperations + operation];
            if (!(std::isnan(expected) && std::isnan(result)) && std::memcmp(&expected, &result, sizeof(T)) != 0) ++count;
        }
    }
    return count;
}

int main() {
    const int count = differences<float>() + differences<double>();
    std::printf("%d of %d results differ\n", count, 2 * kCases * kDirections * kOperations);
}
