#include "cuda/gl_context.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpwise {
namespace {

constexpr unsigned renderer_name = 0x1F01;  // GL_RENDERER
constexpr const char* other_way = "Pictures go by the host's memory, or come from the emulator or the CPU";

using GetString = const unsigned char* (*)(unsigned);

// Both libraries hand the call to the context that is current; without one the answer is null.
std::string ask(const char* library) {
    void* opened = dlopen(library, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
    if (opened == nullptr) return {};
    std::string answer;
    if (const auto get_string = reinterpret_cast<GetString>(dlsym(opened, "glGetString"))) {
        const auto* text = reinterpret_cast<const char*>(get_string(renderer_name));
        if (text != nullptr) answer = text;
    }
    dlclose(opened);
    return answer;
}

}  // namespace

std::string gl_renderer() {
    for (const char* library : {"libOpenGL.so.0", "libGL.so.1"})
        if (std::string answer = ask(library); !answer.empty()) return answer;
    return {};
}

Result<void> check_gl_renderer(const std::string& renderer) {
    const auto refused = [](std::string message) {
        return std::unexpected(Error{ErrorKind::device_missing, std::move(message), other_way});
    };
    if (renderer.empty()) return refused("no OpenGL context is there whose memory a kernel could share");
    constexpr std::array software{"llvmpipe", "softpipe", "swrast", "Software Rasterizer", "SwiftShader"};
    const bool on_processor =
        std::ranges::any_of(software, [&](const char* name) { return renderer.find(name) != std::string::npos; });
    if (on_processor)
        return refused(fmt::format("OpenGL draws on the processor here ({}), where a kernel on the GPU cannot write", renderer));
    return {};
}

}  // namespace warpwise
