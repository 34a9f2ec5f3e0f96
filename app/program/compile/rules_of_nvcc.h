// What nvcc refuses in device code, and Clang takes there:
// - of a constant of the host more than its value: an array's elements, a constant pointer, a number's address or reference. Clang
//   gives the device a copy of its own;
// - a call of a constexpr function that is the host's, unless nvcc is given --expt-relaxed-constexpr.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace warpwise {

// Of a compilation for the device: an error for each such use of a constant that the program declares; a warning for each such call
// of a function that the program declares, or names in std.
std::unique_ptr<clang::ASTConsumer> check_as_nvcc(bool has_relaxed_constexpr);

}  // namespace warpwise
