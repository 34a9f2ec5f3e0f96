// LLVM IR of one kernel and what it reaches, to bytecode.
#pragma once

#include <expected>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "simt/bytecode.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace warpwise::simt {

struct DecodedKernel {
    Bytecode program;
    std::uint32_t entry = 0;
};

// The element types of `extern __shared__` arrays, by the arrays' names: no debug information tells them.
using DeclaredElements = std::map<std::string, Type, std::less<>>;

// Changes the module (single exits, no unreachable code). What the bytecode cannot say is a diagnostic at its line.
std::expected<DecodedKernel, Diagnostics> decode(llvm::Module&, llvm::Function& kernel, std::string_view origin,
                                                 const DeclaredElements& = {}, std::vector<HeaderLines> headers = {});

}  // namespace warpwise::simt
