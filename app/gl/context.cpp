#include "gl/context.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

namespace warpwise::gl {
namespace {

constexpr int kOldestVersion = 33;  // as epoxy counts: 3.3

#ifndef NDEBUG
void GLAPIENTRY print_message(GLenum, GLenum, GLuint, GLenum severity, GLsizei length, const GLchar* text, const void*) {
    if (severity == GL_DEBUG_SEVERITY_NOTIFICATION) return;
    std::fprintf(stderr, "OpenGL: %.*s\n", static_cast<int>(length), text);
}
#endif

}  // namespace

Result<std::string> check_context() {
    const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    if (renderer == nullptr) return failure("OpenGL does not answer", "install a driver or Mesa (package libgl1-mesa-dri)");
    const int version = epoxy_gl_version();
    if (version < kOldestVersion)
        return failure(
            fmt::format("OpenGL here is version {}.{} ({}), and Warpwise needs 3.3", version / 10, version % 10, renderer),
            "update the graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1 to draw on the CPU");
    return std::string(renderer);
}

Image read_framebuffer(Size size) {
    std::vector<std::uint8_t> rgba(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * 4);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    return image_of(rgba, size);
}

Image image_of(std::span<const std::uint8_t> rgba, Size size) {
    const auto width = static_cast<std::size_t>(size.width), height = static_cast<std::size_t>(size.height);
    Image image{size.width, size.height, std::vector<std::uint8_t>(width * height * 3)};
    for (std::size_t row = 0; row < height; ++row) {
        const std::uint8_t* from = rgba.data() + (height - 1 - row) * width * 4;  // GL counts rows from the bottom
        std::uint8_t* to = image.rgb.data() + row * width * 3;
        for (std::size_t x = 0; x < width; ++x, from += 4, to += 3) {
            to[0] = from[0];
            to[1] = from[1];
            to[2] = from[2];
        }
    }
    return image;
}

void report_driver_messages() {
#ifndef NDEBUG
    if (epoxy_gl_version() < 43 && !epoxy_has_gl_extension("GL_KHR_debug")) return;
    glEnable(GL_DEBUG_OUTPUT);
    glDebugMessageCallback(print_message, nullptr);
#endif
}

}  // namespace warpwise::gl
