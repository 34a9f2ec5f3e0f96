// cuSPARSE: products of a sparse matrix with vectors and matrices, by rows and by coordinates; checked against loops of the host.
// prints: spmv float ok, double ok, transposed ok, from one ok, coordinates ok, device scalars ok
// prints: spmm by columns ok, by rows ok, transposed ok
// prints: does not fit 3 (CUSPARSE_STATUS_INVALID_VALUE)
#include <cusparse.h>
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
    if ((call) != CUSPARSE_STATUS_SUCCESS) return __LINE__
const char* said(bool ok) { return ok ? "ok" : "wrong"; }

// 1 0 2 0
// 0 3 0 4
// 5 0 0 6
const double dense[3][4] = {{1, 0, 2, 0}, {0, 3, 0, 4}, {5, 0, 0, 6}};

template <typename T>
int spmv(cusparseHandle_t h, bool is_transposed, int base, bool is_coo, bool has_device_scalars, bool& ok) {
    const cudaDataType type = sizeof(T) == 4 ? CUDA_R_32F : CUDA_R_64F;
    std::vector<int> offsets{0, 2, 4, 6}, rows{0, 0, 1, 1, 2, 2}, columns{0, 2, 1, 3, 0, 3};
    for (auto* each : {&offsets, &rows, &columns})
        for (int& index : *each) index += base;
    Device<int> d_offsets(offsets), d_rows(rows), d_columns(columns);
    Device<T> values({1, 2, 3, 4, 5, 6}), x({1, 2, 3, 4}), y({10, 20, 30, 40}), scalars({2, -1});
    const int from = is_transposed ? 3 : 4, to = is_transposed ? 4 : 3;
    const auto index_base = base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t vx, vy;
    OK(is_coo ? cusparseCreateCoo(&a, 3, 4, 6, d_rows.p, d_columns.p, values.p, CUSPARSE_INDEX_32I, index_base, type)
              : cusparseCreateCsr(&a, 3, 4, 6, d_offsets.p, d_columns.p, values.p, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, index_base,
                                  type));
    OK(cusparseCreateDnVec(&vx, from, x.p, type));
    OK(cusparseCreateDnVec(&vy, to, y.p, type));
    const T two = 2, minus = -1;
    const T* alpha = has_device_scalars ? scalars.p : &two;
    const T* beta = has_device_scalars ? scalars.p + 1 : &minus;
    OK(cusparseSetPointerMode(h, has_device_scalars ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST));
    const auto op = is_transposed ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
    size_t bytes = 0;
    OK(cusparseSpMV_bufferSize(h, op, alpha, a, vx, beta, vy, type, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
    Device<char> buffer((std::vector<char>(bytes)));
    OK(cusparseSpMV(h, op, alpha, a, vx, beta, vy, type, CUSPARSE_SPMV_ALG_DEFAULT, buffer.p));
    const auto got = y.host();
    ok = true;
    for (int i = 0; i < to; ++i) {
        double sum = 0;
        for (int j = 0; j < from; ++j) sum += (is_transposed ? dense[j][i] : dense[i][j]) * (j + 1);
        ok = ok && std::fabs(got[i] - (2 * sum - 10 * (i + 1))) < 1e-5;
    }
    cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_HOST);
    cusparseDestroySpMat(a);
    cusparseDestroyDnVec(vx);
    cusparseDestroyDnVec(vy);
    return 0;
}

int spmm(cusparseHandle_t h, cusparseOrder_t order, bool is_b_transposed, bool& ok) {
    Device<int> offsets({0, 2, 4, 6}), columns({0, 2, 1, 3, 0, 3});
    Device<float> values({1, 2, 3, 4, 5, 6});
    const bool by_rows = order == CUSPARSE_ORDER_ROW;
    const int b_rows = is_b_transposed ? 2 : 4, b_columns = is_b_transposed ? 4 : 2;
    const int ldb = (by_rows ? b_columns : b_rows) + 1, ldc = (by_rows ? 2 : 3) + 1;
    std::vector<float> b(ldb * 4), c(ldc * 3, 9);
    const auto element = [](int row, int column) { return float(row * 2 + column + 1); };
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 2; ++column) {
            const int r = is_b_transposed ? column : row, k = is_b_transposed ? row : column;
            b[by_rows ? r * ldb + k : k * ldb + r] = element(row, column);
        }
    Device<float> db(b), dc(c);
    cusparseSpMatDescr_t a;
    cusparseDnMatDescr_t mb, mc;
    OK(cusparseCreateCsr(&a, 3, 4, 6, offsets.p, columns.p, values.p, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                         CUDA_R_32F));
    OK(cusparseCreateDnMat(&mb, b_rows, b_columns, ldb, db.p, CUDA_R_32F, order));
    OK(cusparseCreateDnMat(&mc, 3, 2, ldc, dc.p, CUDA_R_32F, order));
    const float one = 1, zero = 0;
    const auto op_b = is_b_transposed ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
    size_t bytes = 0;
    OK(cusparseSpMM_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, op_b, &one, a, mb, &zero, mc, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT,
                               &bytes));
    Device<char> buffer((std::vector<char>(bytes)));
    OK(cusparseSpMM(h, CUSPARSE_OPERATION_NON_TRANSPOSE, op_b, &one, a, mb, &zero, mc, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, buffer.p));
    const auto got = dc.host();
    ok = got[by_rows ? 2 : 3] == 9;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 2; ++column) {
            float sum = 0;
            for (int k = 0; k < 4; ++k) sum += float(dense[row][k]) * element(k, column);
            ok = ok && got[by_rows ? row * ldc + column : column * ldc + row] == sum;
        }
    cusparseDestroySpMat(a);
    cusparseDestroyDnMat(mb);
    cusparseDestroyDnMat(mc);
    return 0;
}

int main() {
    cusparseHandle_t h;
    OK(cusparseCreate(&h));
    bool ok[6];
    int wrong = spmv<float>(h, false, 0, false, false, ok[0]) + spmv<double>(h, false, 0, false, false, ok[1]) +
                spmv<double>(h, true, 0, false, false, ok[2]) + spmv<float>(h, false, 1, false, false, ok[3]) +
                spmv<float>(h, false, 0, true, false, ok[4]) + spmv<double>(h, false, 0, false, true, ok[5]);
    std::printf("spmv float %s, double %s, transposed %s, from one %s, coordinates %s, device scalars %s\n", said(ok[0]), said(ok[1]),
                said(ok[2]), said(ok[3]), said(ok[4]), said(ok[5]));
    wrong += spmm(h, CUSPARSE_ORDER_COL, false, ok[0]) + spmm(h, CUSPARSE_ORDER_ROW, false, ok[1]) +
             spmm(h, CUSPARSE_ORDER_COL, true, ok[2]);
    std::printf("spmm by columns %s, by rows %s, transposed %s\n", said(ok[0]), said(ok[1]), said(ok[2]));
    Device<float> v({1, 2, 3});
    Device<int> offsets({0, 1}), columns({0});
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t x, y;
    OK(cusparseCreateCsr(&a, 1, 2, 1, offsets.p, columns.p, v.p, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                         CUDA_R_32F));
    OK(cusparseCreateDnVec(&x, 3, v.p, CUDA_R_32F));
    OK(cusparseCreateDnVec(&y, 1, v.p, CUDA_R_32F));
    const float one = 1;
    size_t bytes;
    const cusparseStatus_t status = cusparseSpMV_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &one, y, CUDA_R_32F,
                                                            CUSPARSE_SPMV_ALG_DEFAULT, &bytes);
    std::printf("does not fit %d (%s)\n", status, cusparseGetErrorName(status));
    cusparseDestroySpMat(a);
    cusparseDestroyDnVec(x);
    cusparseDestroyDnVec(y);
    cusparseDestroy(h);
    return wrong;
}
