// Causes that one message alone does not show: a header that was left out, a function without a body. Internal to the compiler.
#pragma once

#include "base/diagnostic.h"
#include "simt/compile/compile_facts.h"

namespace warpwise::simt {

// An unknown name may be declared in a header that was left out: the hint names the headers.
void explain_left_out_headers(Diagnostics&);

// A call of a function that the code declares and nothing defines: where it is declared.
void explain_missing_body(Diagnostic&, const KernelFacts&);

}  // namespace warpwise::simt
