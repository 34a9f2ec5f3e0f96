// nvcc uses deduction guides in host code and in device code: a kernel can declare `cuda::std::array a{1, 2}`. Clang uses a guide
// that is marked neither __host__ nor __device__ in host code only.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace warpwise::simt {

// For one compilation: makes each unmarked guide that it declares a guide for both sides.
std::unique_ptr<clang::ASTConsumer> give_guides_both_sides();

}  // namespace warpwise::simt
