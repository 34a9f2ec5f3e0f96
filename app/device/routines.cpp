#include "device/routines.h"

#include <array>

#include "device/routine_table.h"
#include "device/routine_tools.h"

namespace warpwise {
namespace {

constexpr auto table = std::to_array<Routine>({
    {"add_one", routines::add_one_serial, routines::add_one_vector, routines::add_one_threads},
    {"vector_add", routines::vector_add_serial, routines::vector_add_vector, routines::vector_add_threads},
    {"matmul", routines::matmul_serial, routines::matmul_vector, routines::matmul_threads},
    {"mandelbrot", routines::mandelbrot_serial, routines::mandelbrot_vector, routines::mandelbrot_threads},
    {"heat_step", routines::heat_step_serial, routines::heat_step_vector, routines::heat_step_threads},
    {"particles_step", routines::particles_step_serial, routines::particles_step_vector, routines::particles_step_threads},
    {"life", routines::life_serial, routines::life_vector, routines::life_threads},
    {"life_bits", routines::life_bits_serial, routines::life_bits_vector, routines::life_bits_threads},
    {"high_life_bits", routines::high_life_bits_serial, routines::high_life_bits_vector, routines::high_life_bits_threads},
});

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
