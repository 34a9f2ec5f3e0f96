// cuFFT: transforms of all types, in one to three dimensions, in place, batches and layouts; checked against sums of the host.
// prints: C2C ok, and back times 12
// prints: R2C ok ok, C2R ok, in place ok
// prints: D2Z ok, Z2D ok, Z2Z ok
// prints: 2-D ok, 3-D ok
// prints: batches ok, every second column ok
// prints: the wrong type: 3, destroyed: 1
#include <cufft.h>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

using Z = std::complex<double>;

// The definition, over all axes.
std::vector<Z> expected(const std::vector<Z>& x, std::vector<int> n, int sign) {
    std::vector<Z> y(x.size());
    while (n.size() < 3) n.insert(n.begin(), 1);
    const double turn = sign * 2 * std::acos(-1.0);
    for (size_t k = 0; k < x.size(); ++k)
        for (size_t i = 0; i < x.size(); ++i) {
            double phase = 0;
            size_t a = k, b = i;
            for (int axis = 2; axis >= 0; --axis) {
                phase += double(a % n[axis] * (b % n[axis])) / n[axis];
                a /= n[axis], b /= n[axis];
            }
            y[k] += x[i] * std::polar(1.0, turn * phase);
        }
    return y;
}
std::vector<Z> numbers(int n, bool is_real = false) {
    std::vector<Z> x(n);
    for (int i = 0; i < n; ++i) x[i] = {std::sin(i * 1.7) + i % 3, is_real ? 0 : std::cos(i * 0.3)};
    return x;
}
template <typename T, typename F>
struct Device {
    T* p = nullptr;
    size_t n;
    Device(size_t count) : n(count) { cudaMalloc(&p, n * sizeof(T)); }
    ~Device() { cudaFree(p); }
    template <typename U>
    void set(const std::vector<U>& h) { cudaMemcpy(p, h.data(), h.size() * sizeof(U), cudaMemcpyHostToDevice); }
    std::vector<Z> complex() const {
        std::vector<std::complex<F>> h(n * sizeof(T) / sizeof(std::complex<F>));
        cudaMemcpy(h.data(), p, h.size() * sizeof h[0], cudaMemcpyDeviceToHost);
        return {h.begin(), h.end()};
    }
    std::vector<F> real() const {
        std::vector<F> h(n * sizeof(T) / sizeof(F));
        cudaMemcpy(h.data(), p, h.size() * sizeof(F), cudaMemcpyDeviceToHost);
        return h;
    }
};
template <typename C>
std::vector<C> as(const std::vector<Z>& x) {
    std::vector<C> out;
    for (const Z& z : x) out.push_back(C(z.real(), z.imag()));
    return out;
}
template <typename F>
std::vector<F> real_of(const std::vector<Z>& x) {
    std::vector<F> out;
    for (const Z& z : x) out.push_back(F(z.real()));
    return out;
}
const char* ok(const std::vector<Z>& got, const std::vector<Z>& want, size_t count, double tolerance = 1e-4) {
    for (size_t i = 0; i < count; ++i)
        if (!(std::abs(got[i] - want[i]) < tolerance)) return "wrong";
    return "ok";
}
template <typename F>
const char* ok(const std::vector<F>& got, const std::vector<Z>& want, double factor, double tolerance = 1e-4) {
    for (size_t i = 0; i < want.size(); ++i)
        if (!(std::fabs(got[i] - factor * want[i].real()) < tolerance)) return "wrong";
    return "ok";
}
#define OK(call) \
    if ((call) != CUFFT_SUCCESS) return __LINE__

int main() {
    constexpr int n = 12, half = n / 2 + 1;
    const auto x = numbers(n), r = numbers(n, true);
    const auto spectrum = expected(r, {n}, -1);
    cufftHandle plan;
    {
        Device<cufftComplex, float> a(n), b(n);
        a.set(as<std::complex<float>>(x));
        OK(cufftPlan1d(&plan, n, CUFFT_C2C, 1));
        OK(cufftExecC2C(plan, a.p, b.p, CUFFT_FORWARD));
        const char* forward = ok(b.complex(), expected(x, {n}, -1), n);
        OK(cufftExecC2C(plan, b.p, b.p, CUFFT_INVERSE));
        std::printf("C2C %s, and back times %.0f\n", forward, b.complex()[3].real() / x[3].real());
        cufftDestroy(plan);
    }
    {
        Device<float, float> a(n), back(n), place(2 * half);
        Device<cufftComplex, float> b(half);
        a.set(real_of<float>(r));
        OK(cufftPlan1d(&plan, n, CUFFT_R2C, 1));
        OK(cufftExecR2C(plan, a.p, b.p));
        const char* forward = ok(b.complex(), spectrum, half);
        place.set(real_of<float>(r));
        OK(cufftExecR2C(plan, place.p, (cufftComplex*)place.p));
        const char* in_place = ok(place.complex(), spectrum, half);
        cufftDestroy(plan);
        OK(cufftPlan1d(&plan, n, CUFFT_C2R, 1));
        OK(cufftExecC2R(plan, b.p, back.p));
        const char* kept = ok(b.complex(), spectrum, half);
        std::printf("R2C %s %s, C2R %s, in place %s\n", forward, kept, ok(back.real(), r, n), in_place);
        cufftDestroy(plan);
    }
    {
        Device<double, double> a(n), back(n);
        Device<cufftDoubleComplex, double> b(half), c(n);
        a.set(real_of<double>(r));
        OK(cufftPlan1d(&plan, n, CUFFT_D2Z, 1));
        OK(cufftExecD2Z(plan, a.p, b.p));
        const char* forward = ok(b.complex(), spectrum, half, 1e-12);
        cufftDestroy(plan);
        OK(cufftPlan1d(&plan, n, CUFFT_Z2D, 1));
        OK(cufftExecZ2D(plan, b.p, back.p));
        const char* inverse = ok(back.real(), r, n, 1e-12);
        cufftDestroy(plan);
        c.set(x);
        OK(cufftPlan1d(&plan, n, CUFFT_Z2Z, 1));
        OK(cufftExecZ2Z(plan, c.p, c.p, CUFFT_INVERSE));
        std::printf("D2Z %s, Z2D %s, Z2Z %s\n", forward, inverse, ok(c.complex(), expected(x, {n}, 1), n, 1e-12));
        cufftDestroy(plan);
    }
    {
        const auto y = numbers(60);
        Device<cufftComplex, float> a(60);
        a.set(as<std::complex<float>>(y));
        OK(cufftPlan2d(&plan, 4, 15, CUFFT_C2C));
        OK(cufftExecC2C(plan, a.p, a.p, CUFFT_FORWARD));
        const char* two = ok(a.complex(), expected(y, {4, 15}, -1), 60, 1e-3);
        cufftDestroy(plan);
        a.set(as<std::complex<float>>(y));
        OK(cufftPlan3d(&plan, 3, 4, 5, CUFFT_C2C));
        OK(cufftExecC2C(plan, a.p, a.p, CUFFT_FORWARD));
        std::printf("2-D %s, 3-D %s\n", two, ok(a.complex(), expected(y, {3, 4, 5}, -1), 60, 1e-3));
        cufftDestroy(plan);
    }
    {
        const auto y = numbers(2 * n);
        Device<cufftComplex, float> a(2 * n), b(2 * n);
        a.set(as<std::complex<float>>(y));
        size_t bytes;
        OK(cufftCreate(&plan));
        OK(cufftMakePlan1d(plan, n, CUFFT_C2C, 2, &bytes));
        OK(cufftExecC2C(plan, a.p, b.p, CUFFT_FORWARD));
        const auto second = expected({y.begin() + n, y.end()}, {n}, -1);
        const auto got = b.complex();
        const char* batches = ok({got.begin() + n, got.end()}, second, n);
        cufftDestroy(plan);
        // Transform k takes elements k, k + 2, ...; its result lies without gaps.
        int size[] = {n}, embed[] = {n};
        OK(cufftPlanMany(&plan, 1, size, embed, 2, 1, embed, 1, n, CUFFT_C2C, 2));
        OK(cufftExecC2C(plan, a.p, b.p, CUFFT_FORWARD));
        std::vector<Z> column;
        for (int i = 0; i < n; ++i) column.push_back(y[2 * i + 1]);
        const auto columns = b.complex();
        std::printf("batches %s, every second column %s\n", batches, ok({columns.begin() + n, columns.end()}, expected(column, {n}, -1), n));
        const int type = cufftExecC2R(plan, a.p, (float*)b.p);
        cufftDestroy(plan);
        const int gone = cufftExecC2C(plan, a.p, b.p, CUFFT_FORWARD);
        std::printf("the wrong type: %d, destroyed: %d\n", type, gone);
    }
}
