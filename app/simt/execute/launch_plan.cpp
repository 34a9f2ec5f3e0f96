#include "simt/execute/launch_plan.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <utility>

namespace warpwise::simt {
namespace {

__extension__ using Wider = unsigned __int128;

}  // namespace

LaunchPlan::LaunchPlan(const Bytecode& of, const Function& kernel, const LaunchShape& launch_shape,
                       std::span<const ArgumentBytes> values, Memory& device_memory, const ExecuteOptions& chosen)
    : program(of),
      entry(kernel),
      shape(launch_shape),
      arguments(values),
      memory(device_memory),
      options(chosen),
      threads_per_block(static_cast<std::uint32_t>(shape.block.count())),
      warps_per_block((threads_per_block + kLanes - 1) / kLanes),
      shared_bytes(program.static_shared_bytes + shape.dynamic_shared_bytes),
      constant_size((program.constant_image.size() + 15) / 16 * 16 + entry.parameter_bytes),
      parameters_at(constant_size - entry.parameter_bytes),
      constant_image_(constant_size),
      constants_copy_(program.constants.size() + 64) {
    std::ranges::copy(std::as_bytes(std::span(program.constant_image)), constant_image_.begin());
    for (std::size_t i = 0; i < entry.parameters.size(); ++i)
        if (const Parameter& parameter = entry.parameters[i]; parameter.is_constant)
            std::copy_n(arguments[i].begin(), std::min<std::size_t>(arguments[i].size(), parameter.by_value_bytes),
                        constant_image_.begin() + static_cast<std::ptrdiff_t>(parameters_at + parameter.offset));
    constant_bytes = constant_image_.data();
    const auto start = reinterpret_cast<std::uintptr_t>(constants_copy_.data());
    std::byte* aligned = constants_copy_.data() + ((start + 63) / 64 * 64 - start);
    if (!program.constants.empty()) std::memcpy(aligned, program.constants.data(), program.constants.size());
    constants = aligned;
    if (options.trace == TraceLevel::full) shadows = make_shadows(memory);
    is_cooperative = shape.grid.count() > 1 && entry.reaches_grid_barrier;
    has_children = entry.reaches_launch;
}

// A fixed order, its reverse, or one that steps through all blocks by a seeded stride.
std::uint64_t LaunchPlan::block_at(std::uint64_t position) const {
    const std::uint64_t count = shape.grid.count();
    if (!options.blocks.empty()) return options.blocks[position];
    if (options.order == BlockOrder::reversed) return count - 1 - position;
    if (options.order != BlockOrder::random) return position;
    const auto [start, step] = random_stride();
    return static_cast<std::uint64_t>((Wider{position} * step + start) % count);
}

std::uint64_t LaunchPlan::position_of(std::uint64_t block) const {
    const std::uint64_t count = shape.grid.count();
    if (options.order == BlockOrder::reversed) return count - 1 - block;
    if (options.order != BlockOrder::random) return block;
    const auto [start, step] = random_stride();
    // The step's inverse modulo the count, by Euclid's algorithm.
    std::int64_t inverse = 0, next = 1;
    std::int64_t left = static_cast<std::int64_t>(count), right = static_cast<std::int64_t>(step % count);
    while (right != 0) {
        const std::int64_t quotient = left / right;
        inverse = std::exchange(next, inverse - quotient * next);
        left = std::exchange(right, left - quotient * right);
    }
    const std::uint64_t positive =
        inverse < 0 ? static_cast<std::uint64_t>(inverse + static_cast<std::int64_t>(count)) : static_cast<std::uint64_t>(inverse);
    return static_cast<std::uint64_t>(Wider{block + count - start} % count * positive % count);
}

LaunchPlan::Stride LaunchPlan::random_stride() const {
    const std::uint64_t count = shape.grid.count();
    std::mt19937_64 random(options.seed);
    Stride stride{random() % count, random() % count | 1};
    while (std::gcd(stride.step, count) != 1) ++stride.step;
    return stride;
}

}  // namespace warpwise::simt
