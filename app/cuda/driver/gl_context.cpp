#include "cuda/driver/gl_context.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace warpwise {
namespace {

constexpr unsigned kRendererName = 0x1F01;  // GL_RENDERER
constexpr int kAllDevices = 1;              // CU_GL_DEVICE_LIST_ALL

using GetString = const unsigned char* (*)(unsigned);

// Both libraries hand the call to the context that is current; without one the answer is null.
std::string ask(const char* library) {
    void* opened = dlopen(library, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
    if (opened == nullptr) return {};
    std::string answer;
    if (const auto get_string = reinterpret_cast<GetString>(dlsym(opened, "glGetString"))) {
        const auto* text = reinterpret_cast<const char*>(get_string(kRendererName));
        if (text != nullptr) answer = text;
    }
    dlclose(opened);
    return answer;
}

// "NVIDIA H200/PCIe/SSE2" is what CUDA calls "NVIDIA H200".
std::optional<CUdevice> device_of_name(const Driver& driver, const std::string& renderer) {
    int count = 0;
    if (driver.cuDeviceGetCount(&count) != CUDA_SUCCESS) return std::nullopt;
    for (int i = 0; i < count; ++i) {
        CUdevice device = 0;
        std::array<char, 256> name{};
        if (driver.cuDeviceGet(&device, i) != CUDA_SUCCESS ||
            driver.cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, device) != CUDA_SUCCESS)
            continue;
        const std::string_view known = name.data();
        if (!known.empty() && renderer.substr(0, renderer.find('/')) == known) return device;
    }
    return std::nullopt;
}

}  // namespace

std::string gl_renderer() {
    for (const char* library : {"libOpenGL.so.0", "libGL.so.1"})
        if (std::string answer = ask(library); !answer.empty()) return answer;
    return {};
}

Result<void> check_gl_renderer(const std::string& renderer) {
    if (renderer.empty()) return missing_device("there is no OpenGL context whose memory a kernel could share", kPicturesOtherWay);
    constexpr std::array software{"llvmpipe", "softpipe", "swrast", "Software Rasterizer", "SwiftShader"};
    const bool on_processor =
        std::ranges::any_of(software, [&](const char* name) { return renderer.find(name) != std::string::npos; });
    if (on_processor)
        return missing_device(fmt::format("OpenGL draws on the CPU here ({}), where a kernel on the GPU cannot write", renderer),
                              kPicturesOtherWay);
    return {};
}

Result<CUdevice> device_of_gl(const Driver& driver, const std::string& renderer) {
    if (auto usable = check_gl_renderer(renderer); !usable) return std::unexpected(usable.error());
    if (!driver.has_graphics())
        return missing_device("the NVIDIA driver here has no part that shares memory with OpenGL",
                              "In a container, pass the driver's graphics part in too (NVIDIA_DRIVER_CAPABILITIES=all)");
    CUdevice device = 0;
    unsigned count = 0;
    const CUresult status = driver.gl_devices(&count, &device, 1, kAllDevices);
    if (status == CUDA_SUCCESS && count > 0) return device;
    if (const auto named = device_of_name(driver, renderer)) return *named;
    const std::string said = status == CUDA_SUCCESS ? "it names no GPU" : driver.name_of(status);
    return missing_device(
        fmt::format("OpenGL draws with {}, which is not a GPU that CUDA has here ({}): it is another one, a remote display, or "
                    "hidden by CUDA_VISIBLE_DEVICES",
                    renderer, said),
        kPicturesOtherWay);
}

}  // namespace warpwise
