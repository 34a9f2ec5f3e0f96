#include "device/routines.h"

#include <array>

#include "device/routine_table.h"
#include "device/routine_tools.h"

namespace warpwise {
namespace {

constexpr std::array<Routine, 8> table{{
    {"add_one", routines::add_one_serial, routines::add_one_vector, routines::add_one_threads},
    {"vector_add", routines::vector_add_serial, routines::vector_add_vector, routines::vector_add_threads},
    {"matmul", routines::matmul_serial, routines::matmul_vector, routines::matmul_threads},
    {"mandelbrot", routines::mandelbrot_serial, routines::mandelbrot_vector, routines::mandelbrot_threads},
    {"heat_step", routines::heat_step_serial, routines::heat_step_vector, routines::heat_step_threads},
    {"cool", routines::cool_serial, routines::cool_vector, routines::cool_threads},
    {"ceiling_copy", routines::ceiling_copy_serial, routines::ceiling_copy_serial, routines::ceiling_copy_threads},
    {"ceiling_fma", routines::ceiling_fma_serial, routines::ceiling_fma_vector, routines::ceiling_fma_threads},
}};

}  // namespace

std::span<const Routine> all_routines() { return table; }

const Routine* find_routine(std::string_view name) {
    for (const Routine& routine : table)
        if (routine.name == name) return &routine;
    return nullptr;
}

Isa isa_here() {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return Isa::avx512;
    // Every CPU with AVX2 also has FMA and F16C.
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? Isa::avx2 : Isa::baseline;
}

std::string_view vector_isa() {
    switch (isa_here()) {
        case Isa::avx512: return "AVX-512";
        case Isa::avx2: return "AVX2";
        case Isa::baseline: break;
    }
    return "baseline";
}

}  // namespace warpwise
