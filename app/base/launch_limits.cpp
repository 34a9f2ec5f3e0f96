// In the words that the CUDA driver's error stands for.
#include "base/launch_limits.h"

#include <fmt/format.h>

namespace warpwise {
namespace {

Fault invalid(std::string what, std::string hint) {
    Fault fault;
    fault.kind = FaultKind::launch_invalid;
    fault.message = "CUDA_ERROR_INVALID_VALUE: " + std::move(what);
    fault.hint = std::move(hint);
    return fault;
}

std::optional<Fault> check_extent(std::string_view what, char axis, std::uint32_t extent, std::uint32_t most) {
    if (extent == 0) {
        return invalid(fmt::format("the {} has extent 0 in {}", what, axis),
                       "Every extent of a grid and of a block is at least 1.");
    }
    if (extent > most) {
        return invalid(fmt::format("the {} has extent {} in {}; the limit is {}", what, extent, axis, most),
                       "Spread the work over another dimension, or let each thread do more of it.");
    }
    return std::nullopt;
}

std::optional<Fault> check_dims(std::string_view what, const Dim3& dims, const Dim3& most) {
    if (auto fault = check_extent(what, 'x', dims.x, most.x)) return fault;
    if (auto fault = check_extent(what, 'y', dims.y, most.y)) return fault;
    return check_extent(what, 'z', dims.z, most.z);
}

}  // namespace

std::optional<Fault> check_launch_shape(const LaunchShape& shape, const LaunchLimits& limits) {
    const std::uint64_t threads = shape.block.count();
    if (threads > limits.threads_per_block) {
        return invalid(fmt::format("{} threads per block; the limit is {}", threads, limits.threads_per_block),
                       "Use smaller blocks and more of them: 256 threads per block is a good start.");
    }
    if (auto fault = check_dims("block", shape.block, limits.block)) return fault;
    if (auto fault = check_dims("grid", shape.grid, limits.grid)) return fault;
    if (shape.dynamic_shared_bytes > limits.shared_bytes_per_block) {
        return invalid(fmt::format("{} bytes of dynamic shared memory; a block has at most {}", shape.dynamic_shared_bytes,
                                   limits.shared_bytes_per_block),
                       "Use smaller tiles.");
    }
    return std::nullopt;
}

}  // namespace warpwise
