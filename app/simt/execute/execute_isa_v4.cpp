// The interpreter's loop for processors with AVX-512.
#include <array>
#include <bit>
#include <type_traits>

#include "simt/code/matrix_form.h"
#include "simt/execute/atomic_update.h"
#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_ops.h"
#include "simt/memory/race_rows.h"

#pragma clang attribute push(__attribute__((target("arch=x86-64-v4"))), apply_to = function)
namespace warpwise::simt {
namespace isa_v4 {
#include "simt/operations/numbers.inc"
//
#include "simt/operations/halves.inc"
//
#include "simt/operations/vectors.inc"
//
#include "simt/execute/execute_loop.inc"
//
#include "simt/execute/execute_loop_banks.inc"
//
#include "simt/execute/execute_loop_memory.inc"
//
#include "simt/execute/execute_loop_halves.inc"
//
#include "simt/execute/execute_loop_atomics.inc"
//
#include "simt/execute/execute_loop_vectors.inc"
//
#include "simt/execute/execute_loop_copies.inc"
//
#include "simt/execute/execute_arithmetic.inc"
//
#include "simt/execute/execute_native_lanes.inc"
//
#include "simt/execute/execute_native.inc"
//
#include "simt/execute/execute_product.inc"

}  // namespace isa_v4

WarpLoop warp_loop_v4(TraceLevel trace) {
    switch (trace) {
        case TraceLevel::none: return isa_v4::warp_loop<TraceLevel::none>;
        case TraceLevel::counters: return isa_v4::warp_loop<TraceLevel::counters>;
        case TraceLevel::full: break;
    }
    return isa_v4::warp_loop<TraceLevel::full>;
}
NativeHelpers native_helpers_v4(TraceLevel trace) {
    switch (trace) {
        case TraceLevel::none: return isa_v4::Loop<TraceLevel::none>::native_helpers();
        case TraceLevel::counters: return isa_v4::Loop<TraceLevel::counters>::native_helpers();
        case TraceLevel::full: break;
    }
    return isa_v4::Loop<TraceLevel::full>::native_helpers();
}
MultiplyMatrices multiply_matrices_v4() { return isa_v4::multiply_matrices; }
}  // namespace warpwise::simt
#pragma clang attribute pop
