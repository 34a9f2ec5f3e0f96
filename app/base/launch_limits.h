// What every launch must keep to, and the check of it that all devices share.
#pragma once

#include <cstdint>
#include <optional>

#include "base/fault.h"
#include "base/launch_shape.h"

namespace warpwise {

// Of a block, without the opt-in that CUDA asks for above it; static shared memory has no more in any case. The same for every
// compute capability from 7.0 on, as are the other defaults here.
inline constexpr std::uint32_t kSharedBytesByDefault = 48 * 1024;

struct LaunchLimits {
    std::uint32_t threads_per_block = 1024;
    Dim3 block{1024, 1024, 64};
    Dim3 grid{2147483647u, 65535, 65535};
    std::uint32_t shared_bytes_per_block = kSharedBytesByDefault;
};

// The CUDA error's name and meaning when a shape breaks the limits ("CUDA_ERROR_INVALID_VALUE"), else nothing. All devices use its
// words, so that the same launch gets the same message.
std::optional<Fault> check_launch_shape(const LaunchShape&, const LaunchLimits&);

}  // namespace warpwise
