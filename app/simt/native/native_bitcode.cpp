// The bitcode of the operations, as the build made it.
#include "simt/native/native_functions.h"

// NOLINTBEGIN: the assembler takes in a file, which the language cannot yet
#define WARPWISE_BITCODE(name, file)   \
    asm(".pushsection .rodata\n"       \
        ".balign 16\n" #name           \
        "_begin:\n"                    \
        ".incbin \"" file "\"\n" #name \
        "_end:\n"                      \
        ".popsection\n");              \
    extern "C" const char name##_begin[], name##_end[];
// NOLINTEND
WARPWISE_BITCODE(warpwise_operations_baseline, WARPWISE_BITCODE_FOLDER "/operations_baseline.bc")
WARPWISE_BITCODE(warpwise_operations_v3, WARPWISE_BITCODE_FOLDER "/operations_v3.bc")
WARPWISE_BITCODE(warpwise_operations_v4, WARPWISE_BITCODE_FOLDER "/operations_v4.bc")

namespace warpwise::simt {

std::string_view native_bitcode(Isa isa) {
    switch (isa) {
        case Isa::avx512: return {warpwise_operations_v4_begin, warpwise_operations_v4_end};
        case Isa::avx2: return {warpwise_operations_v3_begin, warpwise_operations_v3_end};
        case Isa::baseline: break;
    }
    return {warpwise_operations_baseline_begin, warpwise_operations_baseline_end};
}

}  // namespace warpwise::simt
