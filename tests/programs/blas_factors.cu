// cuBLAS: factors, solutions and inverses of many small matrices.
// prints: solved 1.0 2.0, 3.0 4.0, info 0 0
// prints: inverse -2.0 1.0 1.5 -0.5, small 0.5 0.2, singular 2
#include <cublas_v2.h>
#include <cstdio>
#include <vector>

template <typename T>
struct Device {
    T* p = nullptr;
    size_t n;
    Device(const std::vector<T>& h) : n(h.size()) {
        cudaMalloc(&p, n * sizeof(T));
        cudaMemcpy(p, h.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~Device() { cudaFree(p); }
    std::vector<T> host() const {
        std::vector<T> h(n);
        cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
        return h;
    }
};
#define OK(call) \
    if ((call) != CUBLAS_STATUS_SUCCESS) return __LINE__

int main() {
    cublasHandle_t h;
    OK(cublasCreate(&h));
    {
        // (0 2; 1 1) and (4 1; 2 3), by columns; right sides for the solutions (1, 2) and (3, 4)
        Device<float> a({0, 1, 2, 1, 4, 2, 1, 3}), b({4, 3, 16, 18});
        Device<float*> matrices({a.p, a.p + 4}), sides({b.p, b.p + 2});
        Device<int> pivots({0, 0, 0, 0}), info({-1, -1});
        int host_info = -1;
        OK(cublasSgetrfBatched(h, 2, matrices.p, 2, pivots.p, info.p, 2));
        OK(cublasSgetrsBatched(h, CUBLAS_OP_N, 2, 1, matrices.p, 2, pivots.p, sides.p, 2, &host_info, 2));
        const auto x = b.host();
        std::printf("solved %.1f %.1f, %.1f %.1f, info %d %d\n", x[0], x[1], x[2], x[3], info.host()[1], host_info);
    }
    {
        Device<double> a({1, 3, 2, 4}), inverse(std::vector<double>(4)), small({2, 0, 0, 5}), of_small(std::vector<double>(4)),
            singular({1, 2, 2, 4});
        Device<double*> matrices({a.p}), results({inverse.p}), smalls({small.p}), of_smalls({of_small.p}), singulars({singular.p});
        Device<int> pivots({0, 0}), info({-1});
        OK(cublasDgetrfBatched(h, 2, matrices.p, 2, pivots.p, info.p, 1));
        OK(cublasDgetriBatched(h, 2, matrices.p, 2, pivots.p, results.p, 2, info.p, 1));
        OK(cublasDmatinvBatched(h, 2, smalls.p, 2, of_smalls.p, 2, info.p, 1));
        const auto first = inverse.host(), second = of_small.host();
        OK(cublasDgetrfBatched(h, 2, singulars.p, 2, nullptr, info.p, 1));
        std::printf("inverse %.1f %.1f %.1f %.1f, small %.1f %.1f, singular %d\n", first[0], first[2], first[1], first[3], second[0],
                    second[3], info.host()[0]);
    }
    cublasDestroy(h);
}
