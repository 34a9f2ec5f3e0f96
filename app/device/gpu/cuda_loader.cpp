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

constexpr const char* kFileName = "warpwise-cuda.so";
constexpr const char* kWorkerName = "warpwise-cuda-worker";
constexpr const char* kGoOn = "The lessons run in the emulator; `warpwise doctor` shows what is present";

std::unexpected<Error> missing(std::string message, std::string hint = kGoOn) {
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
    const auto entry = reinterpret_cast<CudaPluginEntry>(dlsym(library, kCudaPluginEntry));
    if (entry == nullptr) return missing(fmt::format("{} is not a CUDA plugin: it has no {}", file.string(), kCudaPluginEntry));
    const CudaPlugin* plugin = entry();
    if (plugin == nullptr || plugin->version != kCudaPluginVersion || plugin->make_device == nullptr)
        return missing(fmt::format("{} is of version {}, this program needs version {}", file.string(),
                                   plugin != nullptr ? plugin->version : 0, kCudaPluginVersion),
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
        if (!fs::exists(place / kFileName, error)) continue;
        if (auto driver = find_driver(); !driver) return std::unexpected(driver.error());
        return place / kFileName;
    }
    return missing(fmt::format("this build of Warpwise has no CUDA plugin ({} is not in {})", kFileName, dir.string()),
                   "Build with the CUDA headers to get it; until then the lessons run in the emulator");
}

Result<std::unique_ptr<Device>> make_cuda_device(int ordinal) {
    const auto plugin = find_cuda_plugin();
    if (!plugin) return std::unexpected(plugin.error());
    auto device = RemoteDevice::start(
        {.command = {(plugin->parent_path() / kWorkerName).string(), plugin->string(), std::to_string(ordinal)}});
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

Result<DeviceLinks> measure_device_links() {
    const auto file = find_cuda_plugin();
    if (!file) return std::unexpected(file.error());
    const auto plugin = open_cuda_plugin(*file);
    if (!plugin) return std::unexpected(plugin.error());
    return (*plugin)->measure_links();
}

}  // namespace warpwise
