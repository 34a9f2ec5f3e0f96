// Clang over a text as often as it takes to leave out the host code that does not compile here. Internal to the compiler.
#pragma once

#include "simt/compile/compile_front.h"

namespace warpwise::simt {

// What is wrong with the text itself is said as if nothing had been left out.
void compile_in_rounds(FrontEnd&, const CompileRequest&);

}  // namespace warpwise::simt
