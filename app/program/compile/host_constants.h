// Constants of the host in code for the device. nvcc takes their values there and nothing else: an array's elements, what a
// constant pointer points at, and a number's address or reference are errors. Clang gives the device a copy of its own.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace warpwise {

// Of a compilation for the device: an error for each such use of a constant that the program declares.
std::unique_ptr<clang::ASTConsumer> refuse_host_constants();

}  // namespace warpwise
