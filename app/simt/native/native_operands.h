// How the bitcode of an operation reads its operands.
#pragma once

#include <llvm/IR/Argument.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <span>

namespace warpwise::simt {

// Bits of the lanes that an operation loads through a pointer to an operand; 0 where its loads do not tell.
unsigned lane_bits(const llvm::Value& pointer);
bool reads_wide(const llvm::Argument&);

// A constant of all lanes, as LLVM can compute with it; `bytes` begin at its first lane. Poison where they are too few: such an
// operand is none of the operation's.
llvm::Constant* constant_lanes(llvm::Module&, std::span<const std::uint8_t> bytes, bool is_wide);

}  // namespace warpwise::simt
