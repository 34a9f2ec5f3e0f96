// What the decoder cannot say in bytecode.
#pragma once

#include <cstdint>
#include <string>

namespace warpwise::simt {

// Thrown where the bytecode cannot say what the IR says; decode() turns it into a diagnostic. No LLVM frame lies between.
struct Unsupported {
    std::string what;
    std::uint32_t line = 0, column = 0;
};

}  // namespace warpwise::simt
