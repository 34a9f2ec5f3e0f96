// __constant__ and __device__ variables keep their values between launches; kernels are templates; structures go by value.
// prints: 3 10.5 64
#include <cstdio>
#include <stdexcept>

struct Scale {
    float factor;
    int offset;
    double bias;
};
__constant__ float weights[4];
__device__ int visits;
__device__ int initial = 7;

template <typename T>
__global__ void apply(T* out, Scale s) {
    out[threadIdx.x] = static_cast<T>(weights[threadIdx.x % 4] * s.factor + s.offset + s.bias);
    atomicAdd(&visits, 1);
    if (threadIdx.x == 0) initial -= 2;
}

int main() {
    const float w[4] = {1, 2, 3, 4};
    if (cudaMemcpyToSymbol(weights, w, sizeof w) != cudaSuccess) throw std::runtime_error("symbol");
    double* d = nullptr;
    cudaMalloc(&d, 32 * sizeof(double));
    apply<double><<<1, 32>>>(d, Scale{2, 4, 0.5});
    apply<double><<<1, 32>>>(d, Scale{2, 4, 0.5});
    double out[32];
    int n = 0, left = 0;
    cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&n, visits, sizeof n);
    cudaMemcpyFromSymbol(&left, initial, sizeof left);
    std::printf("%d %g %d\n", left, out[2], n);
    cudaFree(d);
    try {
        throw std::runtime_error("an exception passes through compiled code");
    } catch (const std::exception&) {
        return 0;
    }
}
