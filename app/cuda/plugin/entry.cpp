// The plugin's one exported function (app/device/gpu/cuda_plugin.h).
#include <exception>
#include <type_traits>

#include "cuda/compile/kernel_compiler.h"
#include "cuda/device/cuda_device.h"
#include "cuda/device/graphics_device.h"
#include "cuda/device/links.h"
#include "device/gpu/cuda_plugin.h"

namespace warpwise {
namespace {

// What the standard library throws (memory, file systems) does not leave the plugin.
template <typename Make>
std::invoke_result_t<Make> guarded(Make make) {
    try {
        return make();
    } catch (const std::exception& e) {
        return std::unexpected(Error{ErrorKind::device_missing, std::string("the CUDA plugin failed to start: ") + e.what(), {}});
    }
}

Result<std::unique_ptr<Device>> make_gpu(int ordinal) {
    return guarded([ordinal] { return CudaDevice::make(ordinal); });
}
Result<std::unique_ptr<GraphicsDevice>> make_for_gl() { return guarded(CudaGraphicsDevice::make); }

Result<DeviceLinks> measure_all_links() { return guarded(measure_links); }

std::expected<CompilerOutput, Diagnostics> compile_to_text(const KernelSource& source, int architecture) {
    const auto refused = [&](std::string message, std::string hint) {
        return std::unexpected(Diagnostics{{.file = source.origin, .message = std::move(message), .hint = std::move(hint)}});
    };
    try {
        const auto nvrtc = Nvrtc::open();
        if (!nvrtc) return refused(nvrtc.error().message, nvrtc.error().hint);
        return compile_listing(*nvrtc, source, architecture);
    } catch (const std::exception& e) {
        return refused(std::string("the compiler's process failed: ") + e.what(), {});
    }
}

}  // namespace
}  // namespace warpwise

extern "C" __attribute__((visibility("default"))) const warpwise::CudaPlugin* warpwise_cuda_plugin() {
    static const warpwise::CudaPlugin plugin{.make_device = warpwise::make_gpu,
                                             .make_graphics_device = warpwise::make_for_gl,
                                             .compile_to_text = warpwise::compile_to_text,
                                             .measure_links = warpwise::measure_all_links};
    return &plugin;
}
