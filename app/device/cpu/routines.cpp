#include "device/cpu/routines.h"

#include <fmt/format.h>

#include <array>

#include "device/cpu/cpu_libraries.h"
#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

namespace warpwise {
namespace {

constexpr auto kTable = std::to_array<Routine>({
    {"add_one", "threads/reference.cpp", routines::add_one_serial, routines::add_one_vector, routines::add_one_threads},
    {"vector_add", "arithmetic/reference.cpp", routines::vector_add_serial, routines::vector_add_vector,
     routines::vector_add_threads},
    {"sin_cos", "arithmetic/reference.cpp", routines::sin_cos_serial, routines::sin_cos_vector, routines::sin_cos_threads},
    {"powers", "arithmetic/reference.cpp", routines::powers_serial, routines::powers_vector, routines::powers_threads},
    {"matmul", "linear_algebra/reference.cpp", routines::matmul_serial, routines::matmul_vector, routines::matmul_threads,
     routines::matmul_library, CpuLibrary::openblas},
    {"products_2x2", "linear_algebra/reference.cpp", routines::products_2x2_serial, routines::products_2x2_vector,
     routines::products_2x2_threads},
    {"svd", "linear_algebra/reference.cpp", routines::svd_serial, routines::svd_vector, routines::svd_threads,
     routines::svd_library, CpuLibrary::openblas},
    {"sum", "patterns/reference.cpp", routines::sum_serial, routines::sum_vector, routines::sum_threads},
    {"dot", "patterns/reference.cpp", routines::dot_serial, routines::dot_vector, routines::dot_threads},
    {"scan", "patterns/reference_scan.cpp", routines::scan_serial, routines::scan_vector, routines::scan_threads},
    {"scan_rows", "patterns/reference_scan.cpp", routines::scan_rows_serial, routines::scan_rows_vector,
     routines::scan_rows_threads},
    {"compact", "patterns/reference_scan.cpp", routines::compact_serial, routines::compact_vector, routines::compact_threads},
    {"histogram", "patterns/reference_histogram.cpp", routines::histogram_serial, routines::histogram_vector,
     routines::histogram_threads},
    {"transpose", "memory/reference.cpp", routines::transpose_serial, routines::transpose_vector, routines::transpose_threads},
    {"strided_copy", "memory/reference_reads.cpp", routines::strided_copy_serial, routines::strided_copy_vector,
     routines::strided_copy_threads},
    {"neighbour_sums", "memory/reference_reads.cpp", routines::neighbour_sums_serial, routines::neighbour_sums_vector,
     routines::neighbour_sums_threads},
    {"gather", "memory/reference_reads.cpp", routines::gather_serial, routines::gather_vector, routines::gather_threads},
    {"copy_view", "memory/reference_views.cpp", routines::copy_view_serial, routines::copy_view_vector,
     routines::copy_view_threads},
    {"add_strided", "memory/reference_views.cpp", routines::add_strided_serial, routines::add_strided_vector,
     routines::add_strided_threads},
    {"double_strided", "memory/reference_views.cpp", routines::double_strided_serial, routines::double_strided_vector,
     routines::double_strided_threads},
    {"add_trace", "patterns/reference_trace.cpp", routines::add_trace_serial, routines::add_trace_vector,
     routines::add_trace_threads},
    {"primes", "numbers/reference.cpp", routines::primes_serial, routines::primes_vector, routines::primes_threads},
    {"pi", "numbers/reference.cpp", routines::pi_serial, routines::pi_vector, routines::pi_threads},
    {"convolution", "filters/reference.cpp", routines::convolution_serial, routines::convolution_vector,
     routines::convolution_threads, routines::convolution_library, CpuLibrary::fftw},
    {"mandelbrot", "images/reference.cpp", routines::mandelbrot_serial, routines::mandelbrot_vector, routines::mandelbrot_threads},
    {"heat_step", "images/reference.cpp", routines::heat_step_serial, routines::heat_step_vector, routines::heat_step_threads},
    {"particles_step", "particles/reference.cpp", routines::particles_step_serial, routines::particles_step_vector,
     routines::particles_step_threads},
    {"life", "images/reference_life.cpp", routines::life_serial, routines::life_vector, routines::life_threads},
    {"life_bits", "images/reference_life.cpp", routines::life_bits_serial, routines::life_bits_vector, routines::life_bits_threads},
    {"high_life_bits", "images/reference_life.cpp", routines::high_life_bits_serial, routines::high_life_bits_vector,
     routines::high_life_bits_threads},
    {"cool", "cooling/reference.cpp", routines::cool_serial, routines::cool_vector, routines::cool_threads},
    {"ceiling_copy", "ceilings/reference.cpp", routines::ceiling_copy_serial, routines::ceiling_copy_serial,
     routines::ceiling_copy_threads},
    {"ceiling_fma", "ceilings/reference.cpp", routines::ceiling_fma_serial, routines::ceiling_fma_vector,
     routines::ceiling_fma_threads},
});

}  // namespace

std::span<const Routine> all_routines() { return kTable; }

const Routine* find_routine(std::string_view name) {
    for (const Routine& routine : kTable)
        if (routine.name == name) return &routine;
    return nullptr;
}

RoutineFunction Routine::form(DeviceKind kind) const {
    const auto function = traits_of(kind).routine;
    return function != nullptr ? this->*function : nullptr;
}

Result<void> Routine::check_library(DType dtype) const {
    if (library == nullptr)
        return std::unexpected(Error{ErrorKind::device_missing, fmt::format("no library form of the CPU routine '{}' exists", name),
                                     "Run it on cpu-serial, cpu-vector or cpu-threads."});
    const bool takes = dtype == DType::f32 || (dtype == DType::f64 && needs != CpuLibrary::fftw);
    if (!takes)
        return std::unexpected(Error{
            ErrorKind::device_missing,
            fmt::format("the library form of the CPU routine '{}' ({}) does not take {}", name, name_of(needs), name_of(dtype)),
            "Choose f32, or run it on cpu-serial."});
    return check_cpu_library(needs);
}

}  // namespace warpwise
