// cuFFT by types and sizes of 64 bits: single and half precision, there and back, in batches with gaps; what is refused.
// prints: single 1, back 1
// prints: half 1, back 1, gaps kept 1
// prints: refused: 16 3 3
// prints: from 64 bits: 1
#include <cuda_fp16.h>
#include <cufftXt.h>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

using Z = std::complex<double>;

std::vector<Z> expected(const std::vector<Z>& x) {
    std::vector<Z> y(x.size());
    for (size_t k = 0; k < x.size(); ++k)
        for (size_t i = 0; i < x.size(); ++i) y[k] += x[i] * std::polar(1.0, -2 * std::acos(-1.0) * double(k * i) / double(x.size()));
    return y;
}

int main() {
    cufftHandle plan;
    size_t bytes;
    // Complex numbers of single precision.
    long long n = 12;
    std::vector<Z> x(n);
    std::vector<cufftComplex> h(n);
    for (int i = 0; i < n; ++i) {
        x[i] = {std::sin(i * 1.7), std::cos(i * 0.3)};
        h[i] = {float(x[i].real()), float(x[i].imag())};
    }
    const std::vector<Z> y = expected(x);
    cufftComplex* d;
    cudaMalloc(&d, n * sizeof *d);
    cudaMemcpy(d, h.data(), n * sizeof *d, cudaMemcpyHostToDevice);
    cufftCreate(&plan);
    if (cufftXtMakePlanMany(plan, 1, &n, nullptr, 1, 1, CUDA_C_32F, nullptr, 1, 1, CUDA_C_32F, 1, &bytes, CUDA_C_32F)) return 1;
    bool is_right = true, is_back = true;
    if (cufftXtExec(plan, d, d, CUFFT_FORWARD)) return 2;
    cudaMemcpy(h.data(), d, n * sizeof *d, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) is_right &= std::abs(Z(h[i].x, h[i].y) - y[i]) < 1e-4;
    if (cufftXtExec(plan, d, d, CUFFT_INVERSE)) return 3;
    cudaMemcpy(h.data(), d, n * sizeof *d, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) is_back &= std::abs(Z(h[i].x, h[i].y) / double(n) - x[i]) < 1e-5;
    std::printf("single %d, back %d\n", is_right, is_back);
    cufftDestroy(plan);

    // Real numbers of half precision, two rows of 8 with gaps of 2.
    long long m = 8, rows[] = {0}, spectra[] = {0};
    std::vector<__half> in(20), out(20), spectrum(2 * 12);
    std::vector<Z> row(m);
    for (int i = 0; i < 20; ++i) in[i] = __float2half(i % 10 < 8 ? (i % 10) * 0.25f + i / 10 : 99);
    for (int i = 0; i < m; ++i) row[i] = i * 0.25 + 1;
    const std::vector<Z> of_row = expected(row);
    __half *a, *f;
    cudaMalloc(&a, 20 * sizeof *a);
    cudaMalloc(&f, 24 * sizeof *f);
    cudaMemcpy(a, in.data(), 20 * sizeof *a, cudaMemcpyHostToDevice);
    cudaMemset(f, 0, 24 * sizeof *f);
    cufftHandle back;
    cufftCreate(&plan);
    cufftCreate(&back);
    if (cufftXtMakePlanMany(plan, 1, &m, rows, 1, 10, CUDA_R_16F, spectra, 1, 6, CUDA_C_16F, 2, &bytes, CUDA_C_16F)) return 4;
    if (cufftXtMakePlanMany(back, 1, &m, spectra, 1, 6, CUDA_C_16F, rows, 1, 10, CUDA_R_16F, 2, &bytes, CUDA_C_16F)) return 5;
    if (cufftXtExec(plan, a, f, CUFFT_FORWARD)) return 6;
    cudaMemcpy(spectrum.data(), f, 24 * sizeof *f, cudaMemcpyDeviceToHost);
    is_right = is_back = true;
    for (int i = 0; i < 5; ++i)
        is_right &= std::abs(Z(__half2float(spectrum[12 + 2 * i]), __half2float(spectrum[13 + 2 * i])) - of_row[i]) < 0.01;
    if (cufftXtExec(back, f, a, CUFFT_INVERSE)) return 7;
    cudaMemcpy(out.data(), a, 20 * sizeof *a, cudaMemcpyDeviceToHost);
    bool is_kept = true;
    for (int i = 0; i < 20; ++i) {
        if (i % 10 < 8) is_back &= std::abs(__half2float(out[i]) / 8 - __half2float(in[i])) < 0.01;
        if (i % 10 >= 8) is_kept &= __half2float(out[i]) == 99;
    }
    std::printf("half %d, back %d, gaps kept %d\n", is_right, is_back, is_kept);

    cufftHandle none;
    cufftCreate(&none);
    const int size = cufftXtMakePlanMany(none, 1, &n, nullptr, 1, 1, CUDA_C_16F, nullptr, 1, 1, CUDA_C_16F, 1, &bytes, CUDA_C_16F);
    const int type = cufftXtMakePlanMany(none, 1, &m, nullptr, 1, 1, CUDA_C_16F, nullptr, 1, 1, CUDA_C_32F, 1, &bytes, CUDA_C_16F);
    const int of_half = cufftExecR2C(plan, reinterpret_cast<float*>(a), d);
    std::printf("refused: %d %d %d\n", size, type, of_half);
    std::printf("from 64 bits: %d\n", cufftMakePlanMany64(none, 1, &n, nullptr, 1, 1, nullptr, 1, 1, CUFFT_Z2Z, 3, &bytes) == CUFFT_SUCCESS);
    for (const cufftHandle each : {plan, back, none}) cufftDestroy(each);
    cudaFree(d);
    cudaFree(a);
    cudaFree(f);
}
