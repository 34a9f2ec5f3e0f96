// cuSOLVER: factors and solutions (LU, Cholesky, QR), singular values and eigenvalues; checked against what they are factors of.
// prints: lu float ok, double ok, transposed ok, without pivots ok, singular 2
// prints: cholesky float ok, double ok, not positive 2
// prints: qr float ok, double ok
// prints: svd float 5.4 0.9, double 5.4 0.9, product ok
// prints: eigenvalues float 1 3, double 1 3, vectors ok
// prints: small workspace 31
#include <cusolverDn.h>
#include <cmath>
#include <cstdio>
#include <type_traits>
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
    if ((call) != CUSOLVER_STATUS_SUCCESS) return __LINE__
// The function of either precision.
#define OF(T, name) [](auto... a) { if constexpr (std::is_same_v<T, float>) return cusolverDnS##name(a...); else return cusolverDnD##name(a...); }

template <typename T>
bool near(T a, T b) { return std::fabs(a - b) < 1e-4; }
const char* said(bool ok) { return ok ? "ok" : "wrong"; }

// Solves A x = b by LU. A is 3 x 3 with a leading dimension of 4.
template <typename T>
int lu(cusolverDnHandle_t h, bool is_transposed, bool has_pivots, bool& ok) {
    Device<T> a({0, 4, 2, 9, 1, 2, 8, 9, 3, 1, 1, 9}), b({7, 11, 12});
    if (!has_pivots) a.~Device(), new (&a) Device<T>({2, 4, 2, 9, 1, 5, 8, 9, 3, 1, 1, 9});
    const auto matrix = a.host();
    Device<int> pivots({0, 0, 0}), info({-1});
    int size = 0;
    OK(OF(T, getrf_bufferSize)(h, 3, 3, a.p, 4, &size));
    Device<T> work((std::vector<T>(size)));
    OK(OF(T, getrf)(h, 3, 3, a.p, 4, work.p, has_pivots ? pivots.p : nullptr, info.p));
    OK(OF(T, getrs)(h, is_transposed ? CUBLAS_OP_T : CUBLAS_OP_N, 3, 1, a.p, 4, has_pivots ? pivots.p : nullptr, b.p, 3, info.p));
    const auto x = b.host();
    const T right[] = {7, 11, 12};
    ok = info.host()[0] == 0 && a.host()[3] == 9;
    for (int i = 0; i < 3; ++i) {
        T sum = 0;
        for (int j = 0; j < 3; ++j) sum += (is_transposed ? matrix[i * 4 + j] : matrix[j * 4 + i]) * x[j];
        ok = ok && near(sum, right[i]);
    }
    return 0;
}

template <typename T>
int cholesky(cusolverDnHandle_t h, bool& ok) {
    Device<T> a({4, 2, 2, 5}), b({8, 9});
    Device<int> info({-1});
    int size = 0;
    OK(OF(T, potrf_bufferSize)(h, CUBLAS_FILL_MODE_LOWER, 2, a.p, 2, &size));
    Device<T> work((std::vector<T>(size)));
    OK(OF(T, potrf)(h, CUBLAS_FILL_MODE_LOWER, 2, a.p, 2, work.p, size, info.p));
    OK(OF(T, potrs)(h, CUBLAS_FILL_MODE_LOWER, 2, 1, a.p, 2, b.p, 2, info.p));
    const auto x = b.host();
    ok = near(a.host()[0], T(2)) && near(4 * x[0] + 2 * x[1], T(8)) && near(2 * x[0] + 5 * x[1], T(9));
    return 0;
}

// Q R is A again, by ormqr and by orgqr.
template <typename T>
int qr(cusolverDnHandle_t h, bool& ok) {
    const std::vector<T> matrix{1, 2, 3, 4, 5, 7};
    Device<T> a(matrix), tau({0, 0}), b(matrix);
    Device<int> info({-1});
    int size = 0, of_q = 0, of_product = 0;
    OK(OF(T, geqrf_bufferSize)(h, 3, 2, a.p, 3, &size));
    Device<T> work((std::vector<T>(4 * size)));
    OK(OF(T, geqrf)(h, 3, 2, a.p, 3, tau.p, work.p, size, info.p));
    OK(OF(T, ormqr_bufferSize)(h, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, 3, 2, 2, a.p, 3, tau.p, b.p, 3, &of_product));
    OK(OF(T, ormqr)(h, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, 3, 2, 2, a.p, 3, tau.p, b.p, 3, work.p, of_product, info.p));
    const auto r = a.host(), by_product = b.host();
    ok = near(by_product[0], r[0]) && near(by_product[3], r[3]) && near(by_product[4], r[4]) && near(by_product[1], T(0));
    OK(OF(T, orgqr_bufferSize)(h, 3, 2, 2, a.p, 3, tau.p, &of_q));
    OK(OF(T, orgqr)(h, 3, 2, 2, a.p, 3, tau.p, work.p, of_q, info.p));
    const auto q = a.host();
    for (int i = 0; i < 3; ++i)
        ok = ok && near(q[i] * r[0], matrix[i]) && near(q[i] * r[3] + q[3 + i] * r[4], matrix[3 + i]);
    return 0;
}

template <typename T>
int svd(cusolverDnHandle_t h, std::vector<T>& values, bool& ok) {
    const std::vector<T> matrix{1, 0, 2, 4, 0, 3};
    Device<T> a(matrix), s({0, 0}), u(std::vector<T>(9)), vt(std::vector<T>(4));
    Device<int> info({-1});
    int size = 0;
    OK(OF(T, gesvd_bufferSize)(h, 3, 2, &size));
    Device<T> work((std::vector<T>(size)));
    OK(OF(T, gesvd)(h, 'A', 'A', 3, 2, a.p, 3, s.p, u.p, 3, vt.p, 2, work.p, size, nullptr, info.p));
    values = s.host();
    const auto left = u.host(), right = vt.host();
    ok = info.host()[0] == 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 2; ++j) {
            T sum = 0;
            for (int k = 0; k < 2; ++k) sum += left[k * 3 + i] * values[k] * right[j * 2 + k];
            ok = ok && near(sum, matrix[j * 3 + i]);
        }
    return 0;
}

template <typename T>
int eigen(cusolverDnHandle_t h, std::vector<T>& values, bool& ok) {
    Device<T> a({2, 1, 1, 2}), w({0, 0});
    Device<int> info({-1});
    int size = 0;
    OK(OF(T, syevd_bufferSize)(h, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, 2, a.p, 2, w.p, &size));
    Device<T> work((std::vector<T>(size)));
    OK(OF(T, syevd)(h, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, 2, a.p, 2, w.p, work.p, size, info.p));
    values = w.host();
    const auto v = a.host();
    ok = near(2 * v[2] + v[3], 3 * v[2]) && near(2 * v[0] + v[1], v[0]);
    return 0;
}

int main() {
    cusolverDnHandle_t h;
    OK(cusolverDnCreate(&h));
    bool first, second, third, fourth;
    int wrong = lu<float>(h, false, true, first) + lu<double>(h, false, true, second) + lu<double>(h, true, true, third) +
                lu<double>(h, false, false, fourth);
    Device<float> singular({1, 2, 2, 4}), work(std::vector<float>(1000));
    Device<int> pivots({0, 0}), info({-1});
    OK(cusolverDnSgetrf(h, 2, 2, singular.p, 2, work.p, pivots.p, info.p));
    std::printf("lu float %s, double %s, transposed %s, without pivots %s, singular %d\n", said(first), said(second), said(third),
                said(fourth), info.host()[0]);
    wrong += cholesky<float>(h, first) + cholesky<double>(h, second);
    Device<float> negative({1, 2, 2, 1});
    OK(cusolverDnSpotrf(h, CUBLAS_FILL_MODE_LOWER, 2, negative.p, 2, work.p, 1000, info.p));
    std::printf("cholesky float %s, double %s, not positive %d\n", said(first), said(second), info.host()[0]);
    wrong += qr<float>(h, first) + qr<double>(h, second);
    std::printf("qr float %s, double %s\n", said(first), said(second));
    std::vector<float> singles;
    std::vector<double> doubles;
    wrong += svd(h, singles, first) + svd(h, doubles, second);
    std::printf("svd float %.1f %.1f, double %.1f %.1f, product %s\n", singles[0], singles[1], doubles[0], doubles[1],
                said(first && second));
    wrong += eigen(h, singles, first) + eigen(h, doubles, second);
    std::printf("eigenvalues float %.0f %.0f, double %.0f %.0f, vectors %s\n", singles[0], singles[1], doubles[0], doubles[1],
                said(first && second));
    const cusolverStatus_t status = cusolverDnSpotrf(h, CUBLAS_FILL_MODE_LOWER, 2, negative.p, 2, work.p, 1, info.p);
    std::printf("small workspace %d\n", status);
    cusolverDnDestroy(h);
    return wrong;
}
