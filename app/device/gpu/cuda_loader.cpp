// Finds the CUDA plugin and the process that opens it. Everything that can be missing on the way is an Error.
#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "base/paths.h"
#include "device/gpu/cuda_loader.h"
#include "device/process/remote_device.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

constexpr const char* file_name = "warpwise-cuda.so";
constexpr const char* worker_name = "warpwise-cuda-worker";
constexpr const char* go_on = "The lessons run in the emulator; `warpwise doctor` shows what is present";

std::unexpected<Error> missing(std::string message, std::string hint = go_on) {
    return std::unexpected(Error{ErrorKind::device_missing, std::move(message), std::move(hint)});
}

// Without a driver no process is started. Opening it starts nothing: that takes cuInit.
Result<void> find_driver() {
    void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (driver == nullptr)
        return missing(fmt::format("there is no NVIDIA driver here ({})", dlerror()),
                       "The lessons run in the emulator; if there is an NVIDIA GPU, install its driver");
    dlclose(driver);
    return {};
}

}  // namespace

Result<const CudaPlugin*> open_cuda_plugin(const fs::path& file) {
    // never closed: its code is used until the process ends
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return missing(fmt::format("the CUDA plugin cannot be opened: {}", dlerror()));
    const auto entry = reinterpret_cast<CudaPluginEntry>(dlsym(library, cuda_plugin_entry));
    if (entry == nullptr) return missing(fmt::format("{} is not a CUDA plugin: it has no {}", file.string(), cuda_plugin_entry));
    const CudaPlugin* plugin = entry();
    if (plugin == nullptr || plugin->version != cuda_plugin_version || plugin->make_device == nullptr)
        return missing(fmt::format("{} is of version {}, this program needs version {}", file.string(),
                                   plugin != nullptr ? plugin->version : 0, cuda_plugin_version),
                       "Install the program and the plugin from the same package, or rebuild both");
    return plugin;
}

Result<std::unique_ptr<Device>> load_cuda_plugin(const fs::path& file, int ordinal) {
    const auto plugin = open_cuda_plugin(file);
    if (!plugin) return std::unexpected(plugin.error());
    return (*plugin)->make_device(ordinal);
}

Result<fs::path> find_cuda_plugin() {
    const fs::path dir = executable_dir();
    for (const fs::path& place : {dir, dir.parent_path() / "lib/warpwise"}) {
        std::error_code error;
        if (!fs::exists(place / file_name, error)) continue;
        if (auto driver = find_driver(); !driver) return std::unexpected(driver.error());
        return place / file_name;
    }
    return missing(fmt::format("this build of Warpwise has no CUDA plugin ({} is not in {})", file_name, dir.string()),
                   "Build with the CUDA headers to get it; until then the lessons run in the emulator");
}

Result<std::unique_ptr<Device>> make_cuda_device(int ordinal) {
    const auto plugin = find_cuda_plugin();
    if (!plugin) return std::unexpected(plugin.error());
    auto device = RemoteDevice::start(
        {.command = {(plugin->parent_path() / worker_name).string(), plugin->string(), std::to_string(ordinal)}});
    if (!device) return std::unexpected(device.error());
    return std::move(*device);
}

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
