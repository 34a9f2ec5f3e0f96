// Which instructions this CPU has.
#pragma once

#include <string_view>

namespace warpwise {

enum class Isa { baseline, avx2, avx512 };  // x86-64 as it began, x86-64-v3, x86-64-v4

// The highest that this processor has, or the one that the environment variable WARPWISE_ISA names (baseline, avx2, avx512) if that
// is less: tests run what other machines run.
Isa isa_here();
std::string_view name_of(Isa);  // "baseline", "AVX2", "AVX-512"

}  // namespace warpwise
