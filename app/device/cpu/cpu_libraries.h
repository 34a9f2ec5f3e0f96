// OpenBLAS and FFTW, the libraries that a user of the CPU would call. They are opened on first use, so that the program starts
// without them and can say which one is missing.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "device/interface/routine.h"

namespace warpwise {

std::string_view name_of(CpuLibrary);  // "OpenBLAS", "FFTW"; empty for none

// An Error of kind device_missing names the package that brings the library. The environment's WARPWISE_OPENBLAS and
// WARPWISE_FFTW name a file to take instead of the system's.
Result<void> check_cpu_library(CpuLibrary);

// The functions below do nothing when check_cpu_library gave an Error. `threads` 0: all.

// C = A B for row-major matrices of n x n.
void library_matmul(const float* a, const float* b, float* c, std::int64_t n, int threads);
void library_matmul(const double* a, const double* b, double* c, std::int64_t n, int threads);

// The singular values of A (rows x columns, row-major), largest first; `a` is overwritten.
void library_svd(float* a, float* values, std::int64_t rows, std::int64_t columns, int threads);
void library_svd(double* a, double* values, std::int64_t rows, std::int64_t columns, int threads);

// The circular convolution of two images of `rows` x `columns` by Fourier transforms: image becomes image * kernel. Both
// hold rows of 2 * (columns / 2 + 1) floats, the first `columns` of which count; `kernel` is overwritten.
void library_circular_convolution(float* image, float* kernel, std::int64_t rows, std::int64_t columns);

}  // namespace warpwise
