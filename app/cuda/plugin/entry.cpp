// The plugin's one exported function (app/device/cuda_plugin.h).
#include <exception>

#include "cuda/cuda_device.h"
#include "cuda/graphics_device.h"
#include "device/cuda_plugin.h"

namespace warpwise {
namespace {

// What the standard library throws (memory, file systems) does not leave the plugin.
template <typename Made>
Made guarded(Made (*make)()) {
    try {
        return make();
    } catch (const std::exception& e) {
        return std::unexpected(Error{ErrorKind::device_missing, std::string("the CUDA plugin failed to start: ") + e.what(), {}});
    }
}

Result<std::unique_ptr<Device>> make_device() { return guarded(CudaDevice::make); }
Result<std::unique_ptr<GraphicsDevice>> make_for_gl() { return guarded(CudaGraphicsDevice::make); }

}  // namespace
}  // namespace warpwise

extern "C" __attribute__((visibility("default"))) const warpwise::CudaPlugin* warpwise_cuda_plugin() {
    static const warpwise::CudaPlugin plugin{.make_device = warpwise::make_device, .make_graphics_device = warpwise::make_for_gl};
    return &plugin;
}
