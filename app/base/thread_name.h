// The threads and warps of a launch by number: block by block, and in a block x first.
#pragma once

#include <cstdint>
#include <string>

#include "base/launch_shape.h"

namespace warpwise {

std::uint64_t linear_thread(const LaunchShape&, const Dim3& block, const Dim3& thread);
std::uint32_t warp_of_thread(const LaunchShape&, const Dim3& thread);  // of its block
std::uint64_t warps_per_block(const LaunchShape&);
// "thread 7 of block 2", "thread (7, 1) of block (2, 0)"
std::string thread_name(const LaunchShape&, std::uint64_t thread);
// The words of a fault with the same names: "thread (7, 0, 0) of block (2, 0, 0)" becomes "thread 7 of block 2" in a launch along
// x.
std::string with_thread_names(const LaunchShape&, const std::string& text);

}  // namespace warpwise
