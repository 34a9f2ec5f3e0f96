// What a launch begins with, written to a folder so that it can be run by itself: launch.json, and one file of bytes for each array
// and variable. experiment/file/kept_launch.h reads it.
#pragma once

#include <filesystem>
#include <vector>

#include "base/error.h"
#include "base/launch_shape.h"
#include "program/compile/compile_program.h"
#include "program/runtime/device_heap.h"
#include "simt/execute/execute.h"
#include "simt/memory/memory.h"

namespace warpwise {

struct LaunchToKeep {
    const ProgramKernel& kernel;
    const LaunchShape& shape;
    const std::vector<simt::ArgumentBytes>& arguments;
    const std::vector<std::pair<const simt::Symbol*, const std::vector<std::byte>*>>& variables;  // that the kernel uses
    DeviceHeap& heap;
    const simt::TextureTable& textures;
};

// An Error when it cannot be run by itself, with the reason: its memory is too large, or it holds pointers to other memory, which
// would lead nowhere.
Result<void> keep_launch(const LaunchToKeep&, const std::filesystem::path& folder);

}  // namespace warpwise
