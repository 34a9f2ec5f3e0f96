// The shape of a kernel launch.
#pragma once

#include <cstdint>

namespace warpwise {

struct Dim3 {
    std::uint32_t x = 1, y = 1, z = 1;
    std::uint64_t count() const { return std::uint64_t{x} * y * z; }
    bool operator==(const Dim3&) const = default;
};

struct LaunchShape {
    Dim3 grid, block;
    std::uint32_t dynamic_shared_bytes = 0;
    std::uint64_t thread_count() const { return grid.count() * block.count(); }
    bool operator==(const LaunchShape&) const = default;
};

inline constexpr std::uint32_t kWarpSize = 32;

}  // namespace warpwise
