// What compiled code calls, by name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/code/bytecode.h"
#include "simt/native/native_source.h"

namespace warpwise::simt {

// The instruction is one of operations/operations.inc, with this function in the bitcode; null: a helper does it.
const char* operation_function(const Instruction&);
// Likewise of operations/divisions.inc; by a constant: whose lanes are all equal, neither 0 nor -1.
const char* division_function(Op, bool by_constant);
// The bitcode's function of a shuffle of a whole warp.
const char* shuffle_function(const Instruction&);
// The helper of an opcode, among native_symbols().
const char* helper_of(Op);
// Of the compiled code of a function of the program, by its index.
std::string native_name(std::size_t function);
// Where what is not in the bitcode lies.
std::vector<std::pair<std::string_view, const void*>> native_symbols(const NativeHelpers&);

}  // namespace warpwise::simt
