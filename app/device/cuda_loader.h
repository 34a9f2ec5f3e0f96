// Opens the CUDA plugin from a given file, in this process. Only the worker (app/cuda/worker) does that: make_cuda_device
// (device.h) looks for the file and starts the worker with it.
#pragma once

#include <filesystem>

#include "device/cuda_plugin.h"

namespace warpwise {

Result<std::unique_ptr<Device>> load_cuda_plugin(const std::filesystem::path& file);

}  // namespace warpwise
