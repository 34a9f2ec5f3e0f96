#include "base/cpu_isa.h"

namespace warpwise {

Isa isa_here() {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4")) return Isa::avx512;
    return __builtin_cpu_supports("x86-64-v3") ? Isa::avx2 : Isa::baseline;
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
