#include "base/thread_name.h"

#include <fmt/format.h>

#include "base/number_text.h"

namespace warpwise {
namespace {

std::string index_in(std::uint64_t linear, const Dim3& extent) {
    const std::uint64_t x = linear % extent.x, y = linear / extent.x % extent.y, z = linear / extent.x / extent.y;
    if (extent.z > 1) return fmt::format("({}, {}, {})", x, y, z);
    if (extent.y > 1) return fmt::format("({}, {})", x, y);
    return with_separators(x);
}

}  // namespace

std::uint64_t linear_thread(const LaunchShape& shape, const Dim3& block, const Dim3& thread) {
    const auto linear = [](const Dim3& at, const Dim3& extent) {
        return at.x + std::uint64_t{extent.x} * (at.y + std::uint64_t{extent.y} * at.z);
    };
    return linear(block, shape.grid) * shape.block.count() + linear(thread, shape.block);
}

std::uint32_t warp_of_thread(const LaunchShape& shape, const Dim3& thread) {
    return static_cast<std::uint32_t>(linear_thread(shape, {0, 0, 0}, thread) / warp_size);
}

std::uint64_t warps_per_block(const LaunchShape& shape) { return (shape.block.count() + warp_size - 1) / warp_size; }

std::string thread_name(const LaunchShape& shape, std::uint64_t thread) {
    const std::uint64_t per_block = shape.block.count();
    return fmt::format("thread {} of block {}", index_in(thread % per_block, shape.block),
                       index_in(thread / per_block, shape.grid));
}

}  // namespace warpwise
