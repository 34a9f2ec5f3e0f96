#include "base/thread_name.h"

#include <fmt/format.h>

#include <cstdlib>
#include <regex>

#include "base/number_text.h"

namespace warpwise {
namespace {

std::string index_text(std::uint64_t x, std::uint64_t y, std::uint64_t z, const Dim3& extent) {
    if (extent.z > 1) return fmt::format("({}, {}, {})", x, y, z);
    if (extent.y > 1) return fmt::format("({}, {})", x, y);
    return with_separators(x);
}

std::string index_in(std::uint64_t linear, const Dim3& extent) {
    return index_text(linear % extent.x, linear / extent.x % extent.y, linear / extent.x / extent.y, extent);
}

}  // namespace

std::uint64_t linear_thread(const LaunchShape& shape, const Dim3& block, const Dim3& thread) {
    const auto linear = [](const Dim3& at, const Dim3& extent) {
        return at.x + std::uint64_t{extent.x} * (at.y + std::uint64_t{extent.y} * at.z);
    };
    return linear(block, shape.grid) * shape.block.count() + linear(thread, shape.block);
}

std::uint32_t warp_of_thread(const LaunchShape& shape, const Dim3& thread) {
    return static_cast<std::uint32_t>(linear_thread(shape, {0, 0, 0}, thread) / kWarpSize);
}

std::uint64_t warps_per_block(const LaunchShape& shape) { return (shape.block.count() + kWarpSize - 1) / kWarpSize; }

std::string thread_name(const LaunchShape& shape, std::uint64_t thread) {
    const std::uint64_t per_block = shape.block.count();
    return fmt::format("thread {} of block {}", index_in(thread % per_block, shape.block),
                       index_in(thread / per_block, shape.grid));
}

std::string with_thread_names(const LaunchShape& shape, const std::string& text) {
    static const std::regex index(R"((thread|block) \((\d+), (\d+), (\d+)\))");
    std::string out;
    auto copied = text.begin();
    for (std::sregex_iterator found(text.begin(), text.end(), index), end; found != end; ++found) {
        const auto number = [&](std::size_t group) { return std::strtoull((*found)[group].str().c_str(), nullptr, 10); };
        out.append(copied, (*found)[0].first);
        out += (*found)[1].str() + " " +
               index_text(number(2), number(3), number(4), (*found)[1] == "block" ? shape.grid : shape.block);
        copied = (*found)[0].second;
    }
    return out.append(copied, text.end());
}

}  // namespace warpwise
