// Bytecode to LLVM IR, for native_program.cpp.
#pragma once

#include <string_view>

#include "base/cpu_isa.h"
#include "base/error.h"
#include "simt/code/bytecode.h"
#include "simt/native/native_source.h"

namespace llvm {
class Module;
}

namespace warpwise::simt {

// The operations as bitcode (native/bitcode/operations.cpp).
std::string_view native_bitcode(Isa);

// Adds a function for each of the program's, by native_name(index), to a lazily read module of the operations; those that none
// uses are gone afterwards.
Result<void> add_native_functions(llvm::Module& operations, const NativeSource&);

}  // namespace warpwise::simt
