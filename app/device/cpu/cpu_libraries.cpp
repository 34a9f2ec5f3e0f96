#include "device/cpu/cpu_libraries.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

#include "device/interface/host.h"

namespace warpwise {
namespace {

// The C interface of BLAS, the Fortran one of LAPACK, and FFTW's; declared here, since no header of theirs is needed to build.
constexpr int kRowMajor = 101, kNotTransposed = 111;
constexpr unsigned kDestroyInputAndEstimate = (1u << 0) | (1u << 6);

template <typename T>
using Gemm = void(int order, int a_form, int b_form, int m, int n, int k, T alpha, const T* a, int lda, const T* b, int ldb, T beta,
                  T* c, int ldc);
template <typename T>
using Gesdd = void(const char* job, const int* m, const int* n, T* a, const int* lda, T* s, T* u, const int* ldu, T* vt,
                   const int* ldvt, T* work, const int* lwork, int* iwork, int* info, std::size_t job_length);
struct FftwPlan;  // FFTW's own

struct OpenBlas {
    Gemm<float>* sgemm = nullptr;
    Gemm<double>* dgemm = nullptr;
    Gesdd<float>* sgesdd = nullptr;
    Gesdd<double>* dgesdd = nullptr;
    void (*set_threads)(int) = nullptr;
};

struct Fftw {
    FftwPlan* (*plan_forward)(int rows, int columns, float* in, float (*out)[2], unsigned flags) = nullptr;
    FftwPlan* (*plan_backward)(int rows, int columns, float (*in)[2], float* out, unsigned flags) = nullptr;
    void (*execute)(const FftwPlan*) = nullptr;
    void (*destroy)(FftwPlan*) = nullptr;
};

// Fills `function` from the library; false when it has none of that name.
template <typename Function>
bool find(void* library, const std::string& name, Function*& function) {
    function = reinterpret_cast<Function*>(dlsym(library, name.c_str()));
    return function != nullptr;
}

// The library stays open until the process ends.
Result<void*> open_library(const char* what, const char* variable, const char* file, const char* package) {
    const char* chosen = std::getenv(variable);
    const std::string name = chosen != nullptr && *chosen != '\0' ? chosen : file;
    if (void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    const char* why = dlerror();
    return std::unexpected(Error{
        ErrorKind::device_missing, fmt::format("{} cannot be opened: {}", what, why != nullptr ? why : name),
        fmt::format("Install the package {} (apt install {}), or name the library's file in {}.", package, package, variable)});
}

std::unexpected<Error> incomplete(const char* what, const char* variable) {
    return std::unexpected(Error{ErrorKind::device_missing, fmt::format("this {} lacks functions that Warpwise calls", what),
                                 fmt::format("Name a different build of it in {}.", variable)});
}

Result<OpenBlas> open_openblas() {
    const auto library = open_library("OpenBLAS", "WARPWISE_OPENBLAS", "libopenblas.so.0", "libopenblas0-pthread");
    if (!library) return std::unexpected(library.error());
    // The build that SciPy publishes as a wheel of its own has a prefix on every name.
    for (const std::string prefix : {"", "scipy_"}) {
        OpenBlas blas;
        if (find(*library, prefix + "cblas_sgemm", blas.sgemm) && find(*library, prefix + "cblas_dgemm", blas.dgemm) &&
            find(*library, prefix + "sgesdd_", blas.sgesdd) && find(*library, prefix + "dgesdd_", blas.dgesdd) &&
            find(*library, prefix + "openblas_set_num_threads", blas.set_threads))
            return blas;
    }
    return incomplete("OpenBLAS", "WARPWISE_OPENBLAS");
}

Result<Fftw> open_fftw() {
    const auto library = open_library("FFTW", "WARPWISE_FFTW", "libfftw3f.so.3", "libfftw3-single3");
    if (!library) return std::unexpected(library.error());
    Fftw fftw;
    if (find(*library, "fftwf_plan_dft_r2c_2d", fftw.plan_forward) && find(*library, "fftwf_plan_dft_c2r_2d", fftw.plan_backward) &&
        find(*library, "fftwf_execute", fftw.execute) && find(*library, "fftwf_destroy_plan", fftw.destroy))
        return fftw;
    return incomplete("FFTW", "WARPWISE_FFTW");
}

// Opened once; never changed after.
const Result<OpenBlas>& openblas() {
    static const Result<OpenBlas> library = open_openblas();
    return library;
}
const Result<Fftw>& fftw() {
    static const Result<Fftw> library = open_fftw();
    return library;
}

// OpenBLAS takes one number of threads for the process.
const OpenBlas* openblas_with(int threads) {
    if (!openblas()) return nullptr;
    openblas()->set_threads(threads > 0 ? threads : usable_cores());
    return &*openblas();
}

template <typename T>
void gemm(Gemm<T>* function, const T* a, const T* b, T* c, std::int64_t n) {
    const int size = static_cast<int>(n);
    if (size > 0) function(kRowMajor, kNotTransposed, kNotTransposed, size, size, size, T(1), a, size, b, size, T(0), c, size);
}

// LAPACK reads columns where the rows lie: it sees A transposed, which has the same singular values.
template <typename T>
void singular_values(Gesdd<T>* function, T* a, T* values, std::int64_t rows, std::int64_t columns) {
    if (rows <= 0 || columns <= 0) return;
    const int m = static_cast<int>(columns), n = static_cast<int>(rows), one = 1, ask = -1;
    std::vector<int> integers(8 * static_cast<std::size_t>(std::min(m, n)));
    T wanted = 0, unused = 0;
    int info = 0;
    function("N", &m, &n, a, &m, values, &unused, &one, &unused, &one, &wanted, &ask, integers.data(), &info, 1);
    if (info != 0) return;
    const int length = static_cast<int>(wanted) + 1;
    std::vector<T> work(static_cast<std::size_t>(length));
    function("N", &m, &n, a, &m, values, &unused, &one, &unused, &one, work.data(), &length, integers.data(), &info, 1);
}

}  // namespace

std::string_view name_of(CpuLibrary library) {
    return library == CpuLibrary::openblas ? "OpenBLAS" : library == CpuLibrary::fftw ? "FFTW" : "";
}

Result<void> check_cpu_library(CpuLibrary library) {
    if (library == CpuLibrary::openblas && !openblas()) return std::unexpected(openblas().error());
    if (library == CpuLibrary::fftw && !fftw()) return std::unexpected(fftw().error());
    return {};
}

void library_matmul(const float* a, const float* b, float* c, std::int64_t n, int threads) {
    if (const OpenBlas* blas = openblas_with(threads)) gemm(blas->sgemm, a, b, c, n);
}
void library_matmul(const double* a, const double* b, double* c, std::int64_t n, int threads) {
    if (const OpenBlas* blas = openblas_with(threads)) gemm(blas->dgemm, a, b, c, n);
}

void library_svd(float* a, float* values, std::int64_t rows, std::int64_t columns, int threads) {
    if (const OpenBlas* blas = openblas_with(threads)) singular_values(blas->sgesdd, a, values, rows, columns);
}
void library_svd(double* a, double* values, std::int64_t rows, std::int64_t columns, int threads) {
    if (const OpenBlas* blas = openblas_with(threads)) singular_values(blas->dgesdd, a, values, rows, columns);
}

void library_circular_convolution(float* image, float* kernel, std::int64_t rows, std::int64_t columns) {
    if (!fftw() || rows <= 0 || columns <= 0) return;
    using Complex = float(*)[2];
    const int r = static_cast<int>(rows), c = static_cast<int>(columns);
    const auto spectrum_of = [](float* values) { return reinterpret_cast<Complex>(values); };
    // Only executing a plan is safe from several threads; making one is not.
    static std::mutex planning;
    std::unique_lock lock(planning);
    FftwPlan* const plans[] = {fftw()->plan_forward(r, c, image, spectrum_of(image), kDestroyInputAndEstimate),
                               fftw()->plan_forward(r, c, kernel, spectrum_of(kernel), kDestroyInputAndEstimate),
                               fftw()->plan_backward(r, c, spectrum_of(image), image, kDestroyInputAndEstimate)};
    lock.unlock();
    fftw()->execute(plans[0]);
    fftw()->execute(plans[1]);
    const Complex x = spectrum_of(image), y = spectrum_of(kernel);
    const float scale = 1.0f / static_cast<float>(rows * columns);  // FFTW leaves it out
    for (std::int64_t i = 0; i < rows * (columns / 2 + 1); ++i) {
        const float real = x[i][0] * y[i][0] - x[i][1] * y[i][1], imaginary = x[i][0] * y[i][1] + x[i][1] * y[i][0];
        x[i][0] = real * scale;
        x[i][1] = imaginary * scale;
    }
    fftw()->execute(plans[2]);
    lock.lock();
    for (FftwPlan* plan : plans) fftw()->destroy(plan);
}

}  // namespace warpwise
