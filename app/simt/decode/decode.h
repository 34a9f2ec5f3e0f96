// LLVM IR of one kernel and what it reaches, to bytecode.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "simt/code/bytecode.h"
#include "simt/decode/declared_elements.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace warpwise::simt {

struct DecodedKernel {
    Bytecode program;
    std::uint32_t entry = 0;
};

// Changes the module (single exits, no unreachable code). What the bytecode cannot say is a diagnostic at its line.
std::expected<DecodedKernel, Diagnostics> decode(llvm::Module&, llvm::Function& kernel, std::string_view origin,
                                                 const DeclaredElements& = {}, std::vector<HeaderLines> headers = {});

}  // namespace warpwise::simt
