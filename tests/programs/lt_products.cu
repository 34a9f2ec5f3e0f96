// cuBLASLt: products of matrices by columns and by rows, transposed, in batches, with a bias; checked against loops of the host.
// prints: float ok, double ok, transposed ok, by rows ok, batches ok
// prints: bias ok, relu ok, halves 8.5
// prints: does not fit 7, heuristics 1
#include <cublasLt.h>
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
const char* said(bool ok) { return ok ? "ok" : "wrong"; }

struct Form {
    bool ta = false, tb = false, by_rows = false;
    int batch = 1;
    cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
};

template <typename T>
int product(cublasLtHandle_t h, const Form& form, bool& ok) {
    const auto [ta, tb, by_rows, batch, epilogue] = form;
    const cudaDataType type = sizeof(T) == 4 ? CUDA_R_32F : CUDA_R_64F;
    const int m = 3, n = 4, k = 2;
    const int ra = ta ? k : m, ca = ta ? m : k, rb = tb ? n : k, cb = tb ? k : n;
    const int lda = (by_rows ? ca : ra) + 1, ldb = (by_rows ? cb : rb) + 2, ldd = (by_rows ? n : m) + 1;
    const long long sa = 20, sb = 30, sd = 30;
    std::vector<T> a(sa * batch), b(sb * batch), d(sd * batch, 3), bias{10, -40, 30};
    for (size_t i = 0; i < a.size(); ++i) a[i] = T(i % 7) - 2;
    for (size_t i = 0; i < b.size(); ++i) b[i] = T(i % 5) - 1;
    Device<T> da(a), db(b), dd(d), dbias(bias);
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t la, lb, ld;
    OK(cublasLtMatmulDescCreate(&desc, sizeof(T) == 4 ? CUBLAS_COMPUTE_32F : CUBLAS_COMPUTE_64F, type));
    const cublasOperation_t op_a = ta ? CUBLAS_OP_T : CUBLAS_OP_N, op_b = tb ? CUBLAS_OP_T : CUBLAS_OP_N;
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &op_a, sizeof op_a));
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSB, &op_b, sizeof op_b));
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
    if (epilogue & CUBLASLT_EPILOGUE_BIAS) {
        OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &dbias.p, sizeof dbias.p));
    }
    OK(cublasLtMatrixLayoutCreate(&la, type, ra, ca, lda));
    OK(cublasLtMatrixLayoutCreate(&lb, type, rb, cb, ldb));
    OK(cublasLtMatrixLayoutCreate(&ld, type, m, n, ldd));
    const cublasLtOrder_t order = by_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
    const long long steps[] = {sa, sb, sd};
    int i = 0;
    for (cublasLtMatrixLayout_t each : {la, lb, ld}) {
        OK(cublasLtMatrixLayoutSetAttribute(each, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order));
        OK(cublasLtMatrixLayoutSetAttribute(each, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch));
        OK(cublasLtMatrixLayoutSetAttribute(each, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &steps[i++], sizeof steps[0]));
    }
    cublasLtMatmulPreference_t preference;
    OK(cublasLtMatmulPreferenceCreate(&preference));
    size_t most = 1 << 20;
    OK(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &most, sizeof most));
    cublasLtMatmulHeuristicResult_t result;
    int found = 0;
    OK(cublasLtMatmulAlgoGetHeuristic(h, desc, la, lb, ld, ld, preference, 1, &result, &found));
    const T alpha = 2, beta = -1;
    OK(cublasLtMatmul(h, desc, &alpha, da.p, la, db.p, lb, &beta, dd.p, ld, dd.p, ld, &result.algo, nullptr, 0, 0));
    const auto got = dd.host();
    ok = found == 1;
    for (int batch_i = 0; batch_i < batch; ++batch_i)
        for (int row = 0; row < m; ++row)
            for (int column = 0; column < n; ++column) {
                const auto at = [&](const std::vector<T>& from, int leading, int r, int c, long long step) {
                    return from[batch_i * step + (by_rows ? r * leading + c : c * leading + r)];
                };
                T sum = -3;
                for (int l = 0; l < k; ++l)
                    sum += 2 * (ta ? at(a, lda, l, row, sa) : at(a, lda, row, l, sa)) * (tb ? at(b, ldb, column, l, sb) : at(b, ldb, l, column, sb));
                if (epilogue & CUBLASLT_EPILOGUE_BIAS) sum += bias[row];
                if ((epilogue & CUBLASLT_EPILOGUE_RELU) && sum < 0) sum = 0;
                ok = ok && std::fabs(at(got, ldd, row, column, sd) - sum) < 1e-4;
            }
    cublasLtMatmulPreferenceDestroy(preference);
    for (cublasLtMatrixLayout_t each : {la, lb, ld}) cublasLtMatrixLayoutDestroy(each);
    cublasLtMatmulDescDestroy(desc);
    return 0;
}

int main() {
    cublasLtHandle_t h;
    OK(cublasLtCreate(&h));
    bool ok[5];
    int wrong = product<float>(h, {}, ok[0]) + product<double>(h, {}, ok[1]) + product<double>(h, {true, true}, ok[2]) +
                product<float>(h, {false, true, true}, ok[3]) + product<float>(h, {false, false, false, 3}, ok[4]);
    std::printf("float %s, double %s, transposed %s, by rows %s, batches %s\n", said(ok[0]), said(ok[1]), said(ok[2]), said(ok[3]),
                said(ok[4]));
    wrong += product<float>(h, {false, false, false, 1, CUBLASLT_EPILOGUE_BIAS}, ok[0]) +
             product<double>(h, {true, false, true, 1, CUBLASLT_EPILOGUE_RELU_BIAS}, ok[1]);
    Device<__half> a({__float2half(1.5f), __float2half(2)}), b({__float2half(3), __float2half(2)}), c({__float2half(0)});
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t row, column, one;
    OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    OK(cublasLtMatrixLayoutCreate(&row, CUDA_R_16F, 1, 2, 1));
    OK(cublasLtMatrixLayoutCreate(&column, CUDA_R_16F, 2, 1, 2));
    OK(cublasLtMatrixLayoutCreate(&one, CUDA_R_16F, 1, 1, 1));
    const float alpha = 1, beta = 0;
    OK(cublasLtMatmul(h, desc, &alpha, a.p, row, b.p, column, &beta, c.p, one, c.p, one, nullptr, nullptr, 0, 0));
    std::printf("bias %s, relu %s, halves %.1f\n", said(ok[0]), said(ok[1]), __half2float(c.host()[0]));
    const cublasStatus_t status = cublasLtMatmul(h, desc, &alpha, a.p, row, b.p, row, &beta, c.p, one, c.p, one, nullptr, nullptr, 0, 0);
    cublasLtMatmulHeuristicResult_t results[4];
    int count = 0;
    OK(cublasLtMatmulAlgoGetHeuristic(h, desc, row, column, one, one, nullptr, 4, results, &count));
    std::printf("does not fit %d, heuristics %d\n", status, count);
    for (cublasLtMatrixLayout_t each : {row, column, one}) cublasLtMatrixLayoutDestroy(each);
    cublasLtMatmulDescDestroy(desc);
    cublasLtDestroy(h);
    return wrong;
}
