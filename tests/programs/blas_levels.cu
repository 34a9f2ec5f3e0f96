// cuBLAS's functions of triangles, bands, packed triangles and rotations in all four types, against sums that the host computes with
// dense matrices.
// prints: float: 0 of 123 wrong
// prints: double: 0 of 123 wrong
// prints: complex: 0 of 145 wrong
// prints: double complex: 0 of 145 wrong
// prints: rotations: 0 of 10 wrong
#include <cublas_v2.h>

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

using Z = std::complex<double>;
using Op = cublasOperation_t;
using Fill = cublasFillMode_t;
using Dense = std::vector<std::vector<Z>>;  // rows

cublasHandle_t handle;
int tried, wrong;
#define OK(call) \
    if ((call) != CUBLAS_STATUS_SUCCESS) std::printf("line %d: refused\n", __LINE__), std::exit(1)

template <typename T> Z wide(const T& x) {
    if constexpr (sizeof(T) == sizeof(double) * 2 || std::is_same_v<T, cuComplex>) return Z(x.x, x.y);
    else return Z(x);
}
template <typename T> T narrow(Z z) {
    if constexpr (std::is_same_v<T, cuComplex>) return make_cuComplex(float(z.real()), float(z.imag()));
    else if constexpr (std::is_same_v<T, cuDoubleComplex>) return make_cuDoubleComplex(z.real(), z.imag());
    else return T(z.real());
}
template <typename T> T some() { return narrow<T>(Z((rand() % 17 - 8) / 8.0, (rand() % 17 - 8) / 8.0)); }

template <typename T> struct Array {  // managed: the host reads it, too
    T* p;
    int n;
    explicit Array(int count) : n(count) {
        cudaMallocManaged(&p, n * sizeof(T));
        for (int i = 0; i < n; ++i) p[i] = some<T>();
    }
    Array(const Array& other) : Array(other.n) { std::memcpy(p, other.p, n * sizeof(T)); }
    ~Array() { cudaFree(p); }
    T& operator[](int i) { return p[i]; }
};

constexpr int n = 5, m = 6, k = 2, lead = 8, bands = 3;
const Fill fills[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};

bool is_stored(Fill fill, int i, int j) { return fill == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j; }
Dense zeros(int rows, int columns) { return Dense(rows, std::vector<Z>(columns)); }
Dense with(Op op, const Dense& a) {
    if (op == CUBLAS_OP_N) return a;
    Dense out = zeros(a[0].size(), a.size());
    for (size_t i = 0; i < a.size(); ++i)
        for (size_t j = 0; j < a[0].size(); ++j) out[j][i] = op == CUBLAS_OP_C ? std::conj(a[i][j]) : a[i][j];
    return out;
}
Dense operator*(const Dense& a, const Dense& b) {
    Dense out = zeros(a.size(), b[0].size());
    for (size_t i = 0; i < a.size(); ++i)
        for (size_t j = 0; j < b[0].size(); ++j)
            for (size_t l = 0; l < b.size(); ++l) out[i][j] += a[i][l] * b[l][j];
    return out;
}
Dense operator*(Z factor, Dense a) {
    for (auto& row : a)
        for (Z& x : row) x *= factor;
    return a;
}
Dense operator+(Dense a, const Dense& b) {
    for (size_t i = 0; i < a.size(); ++i)
        for (size_t j = 0; j < a[0].size(); ++j) a[i][j] += b[i][j];
    return a;
}
template <typename T> Dense dense(Array<T>& a, int rows, int columns, int leading) {
    Dense out = zeros(rows, columns);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) out[i][j] = wide(a[j * leading + i]);
    return out;
}
// How one triangle is stored: whole columns, diagonals (at most `bands` beside the main one), or columns without gaps.
enum Kind { full, band, packed };
int place(Kind kind, Fill fill, int i, int j) {
    const bool lower = fill == CUBLAS_FILL_MODE_LOWER;
    if (kind == full) return j * lead + i;
    if (kind == band) return j * lead + (lower ? i - j : bands + i - j);
    return lower ? i + (2 * n - j - 1) * j / 2 : i + j * (j + 1) / 2;
}
template <typename T> Dense triangle(Array<T>& a, Kind kind, Fill fill, bool is_unit = false) {
    Dense out = zeros(n, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            if (is_stored(fill, i, j) && (kind != band || std::abs(i - j) <= bands)) out[i][j] = wide(a[place(kind, fill, i, j)]);
    for (int i = 0; is_unit && i < n; ++i) out[i][i] = 1;
    return out;
}
Dense mirrored(Dense a, Fill fill, bool is_hermitian) {
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            if (!is_stored(fill, i, j)) a[i][j] = is_hermitian ? std::conj(a[j][i]) : a[j][i];
    for (int i = 0; is_hermitian && i < n; ++i) a[i][i] = a[i][i].real();
    return a;
}
void expect(const char* name, const Dense& found, const Dense& right, double tolerance) {
    bool is_right = true;
    for (size_t i = 0; i < right.size(); ++i)
        for (size_t j = 0; j < right[0].size(); ++j) is_right &= std::abs(found[i][j] - right[i][j]) < tolerance;
    ++tried;
    if (!is_right) ++wrong, std::printf("%s is wrong\n", name);
}
template <typename T> double tolerance() { return sizeof(T) == 4 || std::is_same_v<T, cuComplex> ? 2e-4 : 1e-11; }

template <typename T, typename MV, typename BMV, typename PMV, typename MM, typename GB, typename DG>
void test_triangles(MV trmv, MV trsv, BMV tbmv, BMV tbsv, PMV tpmv, PMV tpsv, MM trmm, GB gbmv, DG dgmm) {
    const double close = tolerance<T>();
    for (Fill fill : fills)
        for (Op op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
            for (int unit = 0; unit < 2; ++unit) {
                const auto diag = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
                Array<T> a(lead * m), x(2 * n), b(lead * n), c(lead * n);
                for (Kind kind : {full, band, packed}) {
                    for (int i = 0; i < n; ++i) a[place(kind, fill, i, i)] = narrow<T>(4.0 + i);
                    const Dense factor = with(op, triangle(a, kind, fill, unit));
                    const Dense before = dense(x, 1, n, 2);  // a row: x with a step of 2
                    if (kind == full) OK(trmv(handle, fill, op, diag, n, a.p, lead, x.p, 2));
                    if (kind == band) OK(tbmv(handle, fill, op, diag, n, bands, a.p, lead, x.p, 2));
                    if (kind == packed) OK(tpmv(handle, fill, op, diag, n, a.p, x.p, 2));
                    cudaDeviceSynchronize();
                    expect("product", with(CUBLAS_OP_T, dense(x, 1, n, 2)), factor * with(CUBLAS_OP_T, before), close);
                    if (kind == full) OK(trsv(handle, fill, op, diag, n, a.p, lead, x.p, 2));
                    if (kind == band) OK(tbsv(handle, fill, op, diag, n, bands, a.p, lead, x.p, 2));
                    if (kind == packed) OK(tpsv(handle, fill, op, diag, n, a.p, x.p, 2));
                    cudaDeviceSynchronize();
                    expect("solution", dense(x, 1, n, 2), before, close);
                }
                const T alpha = some<T>();
                const Dense factor = with(op, triangle(a, full, fill, unit));
                OK(trmm(handle, CUBLAS_SIDE_LEFT, fill, op, diag, n, 3, &alpha, a.p, lead, b.p, lead, c.p, lead));
                cudaDeviceSynchronize();
                expect("trmm", dense(c, n, 3, lead), wide(alpha) * (factor * dense(b, n, 3, lead)), close);
                const Dense all = dense(b, 3, n, lead);
                OK(trmm(handle, CUBLAS_SIDE_RIGHT, fill, op, diag, 3, n, &alpha, a.p, lead, b.p, lead, b.p, lead));
                cudaDeviceSynchronize();
                expect("trmm in place", dense(b, 3, n, lead), wide(alpha) * (all * factor), close);
            }
    for (Op op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
        Array<T> a(lead * n), x(m), y(m);
        Dense whole = zeros(m, n);
        for (int i = 0; i < m; ++i)
            for (int j = 0; j < n; ++j)
                if (i - j <= 2 && j - i <= 1) whole[i][j] = wide(a[j * lead + 1 + i - j]);
        const int rows = op == CUBLAS_OP_N ? m : n, columns = m + n - rows;
        const T alpha = some<T>(), beta = some<T>();
        const Dense right = wide(alpha) * (with(op, whole) * dense(x, columns, 1, m)) + wide(beta) * dense(y, rows, 1, m);
        OK(gbmv(handle, op, m, n, 2, 1, &alpha, a.p, lead, x.p, 1, &beta, y.p, 1));
        cudaDeviceSynchronize();
        expect("gbmv", dense(y, rows, 1, m), right, close);
    }
    for (int left = 0; left < 2; ++left) {
        Array<T> a(lead * n), x(m), c(lead * n);
        Dense right = dense(a, m, n, lead);
        for (int i = 0; i < m; ++i)
            for (int j = 0; j < n; ++j) right[i][j] *= wide(x[left ? i : j]);
        OK(dgmm(handle, left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT, m, n, a.p, lead, x.p, 1, c.p, lead));
        cudaDeviceSynchronize();
        expect("dgmm", dense(c, m, n, lead), right, close);
    }
}

// Symmetric matrices; Hermitian ones where `H`; in bands and packed, too, where `is_all`. A: the type of the factor of an update by one vector, B: of beta.
template <typename T, bool H, bool is_all, typename A, typename B, typename MV, typename RR, typename R2, typename K, typename BMV, typename PMV, typename PR, typename PR2>
void test_symmetric(MV mv, RR r, R2 r2, K r2k, K rkx, BMV bmv, PMV pmv, PR pr, PR2 pr2) {
    const double close = tolerance<T>();
    const Op other = H ? CUBLAS_OP_C : CUBLAS_OP_T;
    for (Fill fill : fills)
        for (Kind kind : {full, band, packed}) {
            if (kind != full && !is_all) continue;
            Array<T> a(lead * n), x(n), y(n);
            const T alpha = some<T>(), beta = some<T>();
            const A factor = narrow<A>(0.75);
            const auto now = [&] { return mirrored(triangle(a, kind, fill), fill, H); };
            const Dense column = dense(x, n, 1, n), second = dense(y, n, 1, n);
            const Dense right = wide(alpha) * (now() * column) + wide(beta) * second;
            if (kind == full) OK(mv(handle, fill, n, &alpha, a.p, lead, x.p, 1, &beta, y.p, 1));
            if (kind == band) OK(bmv(handle, fill, n, bands, &alpha, a.p, lead, x.p, 1, &beta, y.p, 1));
            if (kind == packed) OK(pmv(handle, fill, n, &alpha, a.p, x.p, 1, &beta, y.p, 1));
            cudaDeviceSynchronize();
            expect("symmetric times vector", dense(y, n, 1, n), right, close);
            if (kind == band) continue;
            const Dense third = dense(y, n, 1, n);
            Dense sum = now() + wide(factor) * (column * with(other, column));
            if (kind == full) OK(r(handle, fill, n, &factor, x.p, 1, a.p, lead));
            if constexpr (is_all)
                if (kind == packed) OK(pr(handle, fill, n, &factor, x.p, 1, a.p));
            cudaDeviceSynchronize();
            expect("update by a vector", now(), sum, close);
            const Z back = H ? std::conj(wide(alpha)) : wide(alpha);
            sum = sum + wide(alpha) * (column * with(other, third)) + back * (third * with(other, column));
            if (kind == full) OK(r2(handle, fill, n, &alpha, x.p, 1, y.p, 1, a.p, lead));
            if (kind == packed) OK(pr2(handle, fill, n, &alpha, x.p, 1, y.p, 1, a.p));
            cudaDeviceSynchronize();
            expect("update by two vectors", now(), sum, close);
        }
    for (Fill fill : fills)
        for (Op op : {CUBLAS_OP_N, other}) {
            Array<T> a(lead * n), b(lead * n), c(lead * n);
            const int rows = op == CUBLAS_OP_N ? n : k;
            const T alpha = some<T>();
            const B beta = narrow<B>(0.5);
            const Dense left = with(op, dense(a, rows, n + k - rows, lead)), right = with(op, dense(b, rows, n + k - rows, lead));
            const Z back = H ? std::conj(wide(alpha)) : wide(alpha);
            Dense sum = wide(beta) * mirrored(triangle(c, full, fill), fill, H) + wide(alpha) * (left * with(other, right)) + back * (right * with(other, left));
            OK(r2k(handle, fill, op, n, k, &alpha, a.p, lead, b.p, lead, &beta, c.p, lead));
            cudaDeviceSynchronize();
            expect("update by two matrices", mirrored(triangle(c, full, fill), fill, H), sum, close);
            // B is A times a real number: the product is symmetric, as the function takes for granted.
            for (int i = 0; i < lead * n; ++i) b[i] = narrow<T>(2.0 * wide(a[i]));
            const T real = narrow<T>(1.5);
            sum = wide(beta) * mirrored(triangle(c, full, fill), fill, H) + 3.0 * (left * with(other, left));
            OK(rkx(handle, fill, op, n, k, &real, a.p, lead, b.p, lead, &beta, c.p, lead));
            cudaDeviceSynchronize();
            expect("update by a product", mirrored(triangle(c, full, fill), fill, H), sum, close);
        }
}

template <typename T, typename R, typename RK, typename MM, typename GE>
void test_complex(RK herk, MM hemm, GE gerc) {
    for (Fill fill : fills) {
        Array<T> a(lead * n), b(lead * n), c(lead * n), x(m), y(n), d(lead * n);
        const R alpha = 0.75, beta = 0.5;
        for (Op op : {CUBLAS_OP_N, CUBLAS_OP_C}) {
            const Dense left = with(op, dense(a, op == CUBLAS_OP_N ? n : k, op == CUBLAS_OP_N ? k : n, lead));
            const Dense sum = Z(alpha) * (left * with(CUBLAS_OP_C, left)) + Z(beta) * mirrored(triangle(c, full, fill), fill, true);
            OK(herk(handle, fill, op, n, k, &alpha, a.p, lead, &beta, c.p, lead));
            cudaDeviceSynchronize();
            expect("herk", mirrored(triangle(c, full, fill), fill, true), sum, tolerance<T>());
        }
        const T factor = some<T>(), second = some<T>();
        const Dense sum = wide(factor) * (mirrored(triangle(a, full, fill), fill, true) * dense(b, n, 3, lead)) + wide(second) * dense(d, n, 3, lead);
        OK(hemm(handle, CUBLAS_SIDE_LEFT, fill, n, 3, &factor, a.p, lead, b.p, lead, &second, d.p, lead));
        cudaDeviceSynchronize();
        expect("hemm", dense(d, n, 3, lead), sum, tolerance<T>());
        const Dense outer = dense(b, m, n, lead) + wide(factor) * (dense(x, m, 1, m) * with(CUBLAS_OP_C, dense(y, n, 1, n)));
        OK(gerc(handle, m, n, &factor, x.p, 1, y.p, 1, b.p, lead));
        cudaDeviceSynchronize();
        expect("gerc", dense(b, m, n, lead), outer, tolerance<T>());
    }
}

// A rotation that makes b zero, and the same rotation of two vectors that begin with a and b.
template <typename T, typename R, typename G, typename F>
void test_rotation(G rotg, F rot) {
    Array<T> x(n), y(n);
    const Dense u = dense(x, 1, n, 1), v = dense(y, 1, n, 1);
    T a = x[0], b = y[0], s;
    R c;
    OK(rotg(handle, &a, &b, &c, &s));
    OK(rot(handle, n, x.p, 1, y.p, 1, &c, &s));
    cudaDeviceSynchronize();
    expect("rotation", dense(x, 1, n, 1), Z(c) * u + wide(s) * v, tolerance<T>());
    expect("zero", dense(y, 1, 1, 1), zeros(1, 1), tolerance<T>());
}
template <typename T, typename G, typename F>
void test_modified(G rotmg, F rotm) {
    T d1 = 2, d2 = 3, x1 = 1.5, y1 = 0.5, parameters[5];
    Array<T> x(2), y(2);
    x[0] = x1, y[0] = y1;
    OK(rotmg(handle, &d1, &d2, &x1, &y1, parameters));
    OK(rotm(handle, 1, x.p, 1, y.p, 1, parameters));
    cudaDeviceSynchronize();
    expect("modified rotation", dense(x, 1, 1, 1), {{Z(x1)}}, tolerance<T>());
}

#define TEST_TRIANGLES(P, T)                                                                                                   \
    test_triangles<T>(cublas##P##trmv, cublas##P##trsv, cublas##P##tbmv, cublas##P##tbsv, cublas##P##tpmv, cublas##P##tpsv, \
                      cublas##P##trmm, cublas##P##gbmv, cublas##P##dgmm)
#define TEST_SYMMETRIC(P, s, b, p, T, H, is_all, A, B)                                                                               \
    test_symmetric<T, H, is_all, A, B>(cublas##P##s##mv, cublas##P##s##r, cublas##P##s##r2, cublas##P##s##r2k, cublas##P##s##rkx, \
                               cublas##P##b##mv, cublas##P##p##mv, cublas##P##p##r, cublas##P##p##r2)
void tell(const char* what) {
    std::printf("%s: %d of %d wrong\n", what, wrong, tried);
    tried = wrong = 0;
}

int main() {
    OK(cublasCreate(&handle));
    TEST_TRIANGLES(S, float);
    TEST_SYMMETRIC(S, sy, sb, sp, float, false, true, float, float);
    tell("float");
    TEST_TRIANGLES(D, double);
    TEST_SYMMETRIC(D, sy, sb, sp, double, false, true, double, double);
    tell("double");
    TEST_TRIANGLES(C, cuComplex);
    TEST_SYMMETRIC(C, he, hb, hp, cuComplex, true, true, float, float);
    TEST_SYMMETRIC(C, sy, hb, hp, cuComplex, false, false, cuComplex, cuComplex);
    test_complex<cuComplex, float>(cublasCherk, cublasChemm, cublasCgerc);
    tell("complex");
    TEST_TRIANGLES(Z, cuDoubleComplex);
    TEST_SYMMETRIC(Z, he, hb, hp, cuDoubleComplex, true, true, double, double);
    TEST_SYMMETRIC(Z, sy, hb, hp, cuDoubleComplex, false, false, cuDoubleComplex, cuDoubleComplex);
    test_complex<cuDoubleComplex, double>(cublasZherk, cublasZhemm, cublasZgerc);
    tell("double complex");
    test_rotation<float, float>(cublasSrotg, cublasSrot);
    test_rotation<double, double>(cublasDrotg, cublasDrot);
    test_rotation<cuComplex, float>(cublasCrotg, cublasCrot);
    test_rotation<cuDoubleComplex, double>(cublasZrotg, cublasZrot);
    test_modified<float>(cublasSrotmg, cublasSrotm);
    test_modified<double>(cublasDrotmg, cublasDrotm);
    tell("rotations");
    OK(cublasDestroy(handle));
}
