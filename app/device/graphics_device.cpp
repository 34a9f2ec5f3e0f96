#include "device/graphics_device.h"

#include <fmt/format.h>

#include "device/cuda_loader.h"

namespace warpwise {

Result<std::unique_ptr<GraphicsDevice>> make_graphics_device() {
    const auto file = find_cuda_plugin();
    if (!file) return std::unexpected(file.error());
    const auto plugin = open_cuda_plugin(*file);
    if (!plugin) return std::unexpected(plugin.error());
    if ((*plugin)->make_graphics_device == nullptr)
        return std::unexpected(Error{ErrorKind::device_missing,
                                     fmt::format("the CUDA plugin {} cannot share memory with OpenGL", file->string()),
                                     "Install the program and the plugin from the same package, or rebuild both"});
    return (*plugin)->make_graphics_device();
}

}  // namespace warpwise
