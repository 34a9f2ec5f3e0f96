// Bytecode as text, for tests and for the curious.
#pragma once

#include <string>

#include "simt/code/bytecode.h"

namespace warpwise::simt {

// One line an instruction: "  3  line 5  fadd_f.m r4 <- r2, #1".
std::string disassemble(const Bytecode&, const Function&);

}  // namespace warpwise::simt
