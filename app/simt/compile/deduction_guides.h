// nvcc takes deduction guides in code of both sides: `cuda::std::array a{1, 2}` in a kernel. Clang takes one that names no side as
// the host's alone.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace warpwise::simt {

// Of one compilation: each guide that it declares gets both sides.
std::unique_ptr<clang::ASTConsumer> give_guides_both_sides();

}  // namespace warpwise::simt
