#include "debug/debug_scope.h"

namespace warpwise {

std::optional<Dim3> thread_index(const DebugScope& scope, int lane) {
    const Dim3& block = scope.shape.block;
    const std::uint64_t thread = std::uint64_t{scope.state.warp} * kWarpSize + static_cast<std::uint64_t>(lane);
    if (thread >= block.count()) return std::nullopt;
    const std::uint64_t layer = std::uint64_t{block.x} * block.y;
    return Dim3{static_cast<std::uint32_t>(thread % block.x), static_cast<std::uint32_t>(thread % layer / block.x),
                static_cast<std::uint32_t>(thread / layer)};
}

}  // namespace warpwise
