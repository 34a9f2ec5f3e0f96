// cuBLAS: vectors, matrices, batches, both pointer modes, halves and complex numbers; checked against loops of the host.
// prints: axpy 3.5, dot 285.0, nrm2 16.88, asum 45.0, amax 10, amin 1
// prints: strided 0 3 6, reversed 9 8 7
// prints: gemm NN ok, TN ok, NT ok, TT ok
// prints: gemv 30 36 42, ger 1 2 2 4
// prints: batches ok ok
// prints: complex (-5, 10), dotc (11, 2)
// prints: half 8.5, bytes -14
// prints: geam 7, trsm 2.0 1.0, device mode 285.0
// prints: a graph: 11 then 12
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cmath>
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
    std::vector<float> v(10);
    for (int i = 0; i < 10; ++i) v[i] = i;
    {
        Device<float> x(v), y(std::vector<float>(10, 1.5f));
        float two = 2, dot, nrm2, asum;
        int most, least;
        OK(cublasSdot(h, 10, x.p, 1, x.p, 1, &dot));
        OK(cublasSnrm2(h, 10, x.p, 1, &nrm2));
        OK(cublasSasum(h, 10, x.p, 1, &asum));
        OK(cublasIsamax(h, 10, x.p, 1, &most));
        OK(cublasIsamin(h, 10, x.p, 1, &least));
        OK(cublasSaxpy(h, 10, &two, x.p, 1, y.p, 1));
        std::printf("axpy %.1f, dot %.1f, nrm2 %.2f, asum %.1f, amax %d, amin %d\n", y.host()[1], dot, nrm2, asum, most, least);
        OK(cublasScopy(h, 3, x.p, 3, y.p, 1));
        const auto a = y.host();
        OK(cublasScopy(h, 10, x.p, 1, y.p, -1));
        const auto b = y.host();
        std::printf("strided %.0f %.0f %.0f, reversed %.0f %.0f %.0f\n", a[0], a[1], a[2], b[0], b[1], b[2]);
    }
    std::printf("gemm");
    for (int form = 0; form < 4; ++form) {
        const int m = 5, n = 4, k = 3, lda = 6, ldb = 7, ldc = 8;
        const bool ta = form & 1, tb = form & 2;
        std::vector<double> a(lda * 5), b(ldb * 4), c(ldc * n);
        for (size_t i = 0; i < a.size(); ++i) a[i] = std::sin(i);
        for (size_t i = 0; i < b.size(); ++i) b[i] = std::cos(3 * i);
        for (size_t i = 0; i < c.size(); ++i) c[i] = i;
        Device<double> da(a), db(b), dc(c);
        const double alpha = 1.5, beta = -2;
        OK(cublasDgemm(h, ta ? CUBLAS_OP_T : CUBLAS_OP_N, tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, &alpha, da.p, lda, db.p, ldb, &beta,
                       dc.p, ldc));
        const auto got = dc.host();
        double worst = 0;
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < ldc; ++i) {
                double want = c[j * ldc + i];
                if (i < m) {
                    want *= beta;
                    for (int l = 0; l < k; ++l) want += alpha * (ta ? a[i * lda + l] : a[l * lda + i]) * (tb ? b[l * ldb + j] : b[j * ldb + l]);
                }
                worst = std::fmax(worst, std::fabs(want - got[j * ldc + i]));
            }
        std::printf(" %c%c %s%s", ta ? 'T' : 'N', tb ? 'T' : 'N', worst < 1e-12 ? "ok" : "wrong", form < 3 ? "," : "\n");
    }
    const float one = 1, zero = 0;
    {
        Device<float> a(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8, 9}), x(std::vector<float>{1, 2, 3}), y(std::vector<float>(3));
        OK(cublasSgemv(h, CUBLAS_OP_N, 3, 3, &one, a.p, 3, x.p, 1, &zero, y.p, 1));
        const auto got = y.host();
        Device<float> b(std::vector<float>(4));
        OK(cublasSger(h, 2, 2, &one, x.p, 1, x.p, 1, b.p, 2));
        const auto outer = b.host();
        std::printf("gemv %.0f %.0f %.0f, ger %.0f %.0f %.0f %.0f\n", got[0], got[1], got[2], outer[0], outer[1], outer[2], outer[3]);
    }
    {
        Device<float> a(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}), c(std::vector<float>(8));
        OK(cublasSgemmStridedBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a.p, 2, 4, a.p, 2, 4, &zero, c.p, 2, 4, 2));
        const auto strided = c.host();
        Device<float*> pointers(std::vector<float*>{a.p, a.p + 4}), out(std::vector<float*>{c.p + 4, c.p});
        OK(cublasSgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, pointers.p, 2, pointers.p, 2, &zero, out.p, 2, 2));
        const auto each = c.host();
        std::printf("batches %s %s\n", strided[0] == 7 && strided[7] == 106 ? "ok" : "wrong", each[4] == 7 && each[3] == 106 ? "ok" : "wrong");
    }
    {
        Device<cuComplex> x(std::vector<cuComplex>{make_cuComplex(1, 2), make_cuComplex(0, 0)}), y(std::vector<cuComplex>{make_cuComplex(3, 4), make_cuComplex(0, 0)}), z(std::vector<cuComplex>(1));
        const cuComplex c1 = make_cuComplex(1, 0), c0 = make_cuComplex(0, 0);
        OK(cublasCgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &c1, x.p, 1, y.p, 1, &c0, z.p, 1));
        cuComplex dot;
        OK(cublasCdotc(h, 2, y.p, 1, x.p, 1, &dot));
        std::printf("complex (%.0f, %.0f), dotc (%.0f, %.0f)\n", z.host()[0].x, z.host()[0].y, cuCrealf(dot), cuCimagf(dot));
    }
    {
        Device<__half> a(std::vector<__half>{__float2half(1.5f), __float2half(2)}), b(std::vector<__half>{__float2half(3), __float2half(2)}), c(std::vector<__half>(1));
        OK(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &one, a.p, CUDA_R_16F, 1, b.p, CUDA_R_16F, 2, &zero, c.p, CUDA_R_16F, 1,
                        CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
        Device<signed char> p(std::vector<signed char>{-4, 5}), q(std::vector<signed char>{6, 2});
        Device<int> r(std::vector<int>(1));
        const int i1 = 1, i0 = 0;
        OK(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &i1, p.p, CUDA_R_8I, 1, q.p, CUDA_R_8I, 2, &i0, r.p, CUDA_R_32I, 1,
                        CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
        std::printf("half %.1f, bytes %d\n", __half2float(c.host()[0]), r.host()[0]);
    }
    {
        Device<float> a(std::vector<float>{2, 3, 0, 4}), b(std::vector<float>{4, 10}), c(std::vector<float>(4)), out(std::vector<float>(1)), x(v);
        OK(cublasSgeam(h, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, &one, a.p, 2, &one, a.p, 2, c.p, 2));
        const float both = c.host()[0] + c.host()[1];
        OK(cublasStrsm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 2, 1, &one, a.p, 2, b.p, 2));
        OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
        OK(cublasSdot(h, 10, x.p, 1, x.p, 1, out.p));
        OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST));
        std::printf("geam %.0f, trsm %.1f %.1f, device mode %.1f\n", both, b.host()[0], b.host()[1], out.host()[0]);
    }
    {
        Device<float> x(std::vector<float>{1}), y(std::vector<float>{10});
        cudaStream_t stream;
        cudaGraph_t graph;
        cudaGraphExec_t exec;
        cudaStreamCreate(&stream);
        OK(cublasSetStream(h, stream));
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
        OK(cublasSaxpy(h, 1, &one, x.p, 1, y.p, 1));
        cudaStreamEndCapture(stream, &graph);
        cudaGraphInstantiate(&exec, graph, 0);
        cudaGraphLaunch(exec, stream);
        const float first = y.host()[0];
        cudaGraphLaunch(exec, stream);
        std::printf("a graph: %.0f then %.0f\n", first, y.host()[0]);
        cudaGraphExecDestroy(exec);
        cudaGraphDestroy(graph);
        cudaStreamDestroy(stream);
    }
    cublasDestroy(h);
}
