// Finds the CUDA plugin and opens it in this process. Kernels that may fault never run there: make_cuda_device (device.h) starts
// the worker (app/cuda/worker) with the file. make_graphics_device opens it in the window's process.
#pragma once

#include <filesystem>

#include "device/gpu/cuda_plugin.h"

namespace warpwise {

// The plugin's file, once there is a driver too.
Result<std::filesystem::path> find_cuda_plugin();
// Opened and of this version; it stays open until the process ends.
Result<const CudaPlugin*> open_cuda_plugin(const std::filesystem::path& file);
Result<std::unique_ptr<Device>> load_cuda_plugin(const std::filesystem::path& file, int ordinal = 0);

// Copies between the GPUs here, measured in this process. An Error says what is missing.
Result<DeviceLinks> measure_device_links();

// The GPU of the current GL context, or the first one where that has none, through the CUDA plugin opened in this process. An Error
// of kind device_missing says why pictures go the other way: no plugin, no driver, no GL context.
Result<std::unique_ptr<GraphicsDevice>> make_graphics_device();

}  // namespace warpwise
