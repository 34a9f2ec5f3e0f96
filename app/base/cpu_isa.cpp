#include "base/cpu_isa.h"

#include <algorithm>
#include <cstdlib>

namespace warpwise {
namespace {

Isa isa_of_processor() {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4")) return Isa::avx512;
    return __builtin_cpu_supports("x86-64-v3") ? Isa::avx2 : Isa::baseline;
}

Isa most_wanted() {
    const char* text = std::getenv("WARPWISE_ISA");
    const std::string_view name = text == nullptr ? "" : text;
    return name == "baseline" ? Isa::baseline : name == "avx2" ? Isa::avx2 : Isa::avx512;
}

}  // namespace

Isa isa_here() {
    static const Isa isa = std::min(isa_of_processor(), most_wanted());
    return isa;
}

std::string_view name_of(Isa isa) {
    switch (isa) {
        case Isa::avx512: return "AVX-512";
        case Isa::avx2: return "AVX2";
        case Isa::baseline: break;
    }
    return "baseline";
}

}  // namespace warpwise
