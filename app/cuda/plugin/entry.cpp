// The plugin's one exported function (app/device/cuda_plugin.h).
#include <exception>

#include "cuda/cuda_device.h"
#include "device/cuda_plugin.h"

namespace warpwise {
namespace {

Result<std::unique_ptr<Device>> make_device() {
    try {
        return CudaDevice::make();
    } catch (const std::exception& e) {  // the standard library's: memory, file systems
        return std::unexpected(Error{ErrorKind::device_missing, std::string("the CUDA plugin failed to start: ") + e.what(), {}});
    }
}

}  // namespace
}  // namespace warpwise

extern "C" __attribute__((visibility("default"))) const warpwise::CudaPlugin* warpwise_cuda_plugin() {
    static const warpwise::CudaPlugin plugin{.make_device = warpwise::make_device};
    return &plugin;
}
