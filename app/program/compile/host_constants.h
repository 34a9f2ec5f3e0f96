// Constants that are declared for the host and used in device code. nvcc accepts the value of a number there, but not an array's
// elements, a constant pointer, the address of a number or a reference to it. Clang accepts all of them, since it gives the
// device a copy of the constant.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace warpwise {

// For a compilation for the device: reports an error for each such use of a constant that the program itself declares.
std::unique_ptr<clang::ASTConsumer> refuse_host_constants();

}  // namespace warpwise
