// The parts of a convolution by transforms that need no GPU: sizes, and the text of its three small kernels.
#pragma once

#include <string>

#include "base/dtype.h"

namespace warpwise {

// The smallest size of at least n that has no prime factor above 7: what cuFFT is fast for.
int fast_transform_size(int n);

// Kernels `pad`, `multiply` and `crop` in this type, f32 or f64:
//   pad       an image of h rows and w columns at the corner of a larger one, zeros around it
//   multiply  a = a conj(b) scale: correlation, and what two transforms there and one back multiply by
//   crop      the h by w results, read around the edges from `centre` before each pixel
std::string convolution_kernels(DType);

}  // namespace warpwise
