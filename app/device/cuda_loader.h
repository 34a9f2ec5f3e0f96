// Finds the CUDA plugin and opens it in this process. Kernels that may fault never run there: make_cuda_device (device.h) starts
// the worker (app/cuda/worker) with the file. make_graphics_device (graphics_device.h) opens it in the window's process.
#pragma once

#include <filesystem>

#include "device/cuda_plugin.h"

namespace warpwise {

// The plugin's file, once there is a driver too.
Result<std::filesystem::path> find_cuda_plugin();
// Opened and of this version; it stays open until the process ends.
Result<const CudaPlugin*> open_cuda_plugin(const std::filesystem::path& file);
Result<std::unique_ptr<Device>> load_cuda_plugin(const std::filesystem::path& file, int ordinal = 0);

}  // namespace warpwise
