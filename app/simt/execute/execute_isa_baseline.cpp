// The interpreter's loop for any x86-64 processor of the last fifteen years.
#include <bit>
#include <type_traits>

#include "simt/code/matrix_form.h"
#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_ops.h"

#pragma clang attribute push(__attribute__((target("arch=x86-64-v2"))), apply_to = function)
namespace warpwise::simt {
namespace isa_baseline {
#include "simt/execute/execute_numbers.inc"
//
#include "simt/execute/execute_loop.inc"
//
#include "simt/execute/execute_loop_memory.inc"
//
#include "simt/execute/execute_arithmetic.inc"
//
#include "simt/execute/execute_product.inc"

template <TraceLevel trace>
RunResult run_warp(BlockRun& run, Warp& warp) {
    return Loop<trace>(run, warp).run();
}
}  // namespace isa_baseline

RunWarp run_warp_baseline(TraceLevel trace) {
    switch (trace) {
        case TraceLevel::none: return isa_baseline::run_warp<TraceLevel::none>;
        case TraceLevel::counters: return isa_baseline::run_warp<TraceLevel::counters>;
        case TraceLevel::full: break;
    }
    return isa_baseline::run_warp<TraceLevel::full>;
}
MultiplyMatrices multiply_matrices_baseline() { return isa_baseline::multiply_matrices; }
}  // namespace warpwise::simt
#pragma clang attribute pop
