// The one C function that the CUDA plugin (warpwise-cuda.so, sources in app/cuda) exports. The plugin is opened with dlopen;
// host and plugin are built together, and the version below refuses a mixed pair.
#pragma once

#include "device/gpu/compiler_output.h"
#include "device/gpu/device_links.h"
#include "device/gpu/graphics_device.h"
#include "device/interface/device.h"

namespace warpwise {

inline constexpr int kCudaPluginVersion = 5;
inline constexpr const char* kCudaPluginEntry = "warpwise_cuda_plugin";

struct CudaPlugin {
    int version = kCudaPluginVersion;
    // Never throws. An Error says which library, driver or device is missing.
    Result<std::unique_ptr<Device>> (*make_device)(int ordinal) = nullptr;
    // For the device of the GL context that is current on this thread.
    Result<std::unique_ptr<GraphicsDevice>> (*make_graphics_device)() = nullptr;
    // PTX and machine code for an architecture (90: sm_90); needs the compiler, and neither driver nor GPU.
    std::expected<CompilerOutput, Diagnostics> (*compile_to_text)(const KernelSource&, int architecture) = nullptr;
    // Copies between each two GPUs of this machine; for a process of its own, such as a command.
    Result<DeviceLinks> (*measure_links)() = nullptr;
};

using CudaPluginEntry = const CudaPlugin* (*)();

}  // namespace warpwise
