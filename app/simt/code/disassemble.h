// Bytecode as text, for tests and for the curious.
#pragma once

#include <string>

#include "simt/code/bytecode.h"

namespace warpwise::simt {

// "load_4 r5 <- [r3]", "fadd_f r4 <- r2, r6"; ".m": inactive lanes keep what they had.
std::string text_of(const Bytecode&, const Function&, const Instruction&);
// One line per instruction: "  3  line 5  fadd_f.m r4 <- r2, #1".
std::string disassemble(const Bytecode&, const Function&);

}  // namespace warpwise::simt
