#include "simt/launch_plan.h"

#include <cstring>
#include <numeric>
#include <random>

namespace warpwise::simt {

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
      constant_image_(program.constant_image.size()),
      constants_copy_(program.constants.size() + 64) {
    if (!constant_image_.empty()) std::memcpy(constant_image_.data(), program.constant_image.data(), constant_image_.size());
    constant_bytes = constant_image_.data();
    const auto start = reinterpret_cast<std::uintptr_t>(constants_copy_.data());
    std::byte* aligned = constants_copy_.data() + ((start + 63) / 64 * 64 - start);
    if (!program.constants.empty()) std::memcpy(aligned, program.constants.data(), program.constants.size());
    constants = aligned;
    if (options.trace == TraceLevel::full) shadows = make_shadows(memory);
}

// A fixed order, its reverse, or one that steps through all blocks by a seeded stride.
std::uint64_t LaunchPlan::block_at(std::uint64_t position) const {
    const std::uint64_t count = shape.grid.count();
    if (options.order == BlockOrder::reversed) return count - 1 - position;
    if (options.order == BlockOrder::round_robin) return position;
    std::mt19937_64 random(options.seed);
    const std::uint64_t start = random() % count;
    std::uint64_t stride = random() % count | 1;
    while (std::gcd(stride, count) != 1) ++stride;
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((Wide{position} * stride + start) % count);
}

}  // namespace warpwise::simt
