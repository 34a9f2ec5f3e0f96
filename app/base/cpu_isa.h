// Which instructions this CPU has.
#pragma once

#include <string_view>

namespace warpwise {

enum class Isa { baseline, avx2, avx512 };  // x86-64 as it began, x86-64-v3, x86-64-v4

Isa isa_here();
std::string_view name_of(Isa);  // "baseline", "AVX2", "AVX-512"

}  // namespace warpwise
