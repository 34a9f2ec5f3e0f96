// OpenGL's textures, as far as programs show the picture of their kernels with one: it is put into a texture, and the texture onto
// a quad. The quad is taken to fill the window.
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "program/headers/cuda_gl_host.h"
#include "program/headers/glut_host.h"
#include "program/libraries/glut_pictures.h"
#include "program/runtime/api_table.h"

namespace warpwise {
namespace {

struct Corner {
    float across, up, x, y;  // in the texture, in the window
};

struct Textures {
    std::map<GLuint, Image> all;
    GLuint last = 0, bound = 0, last_program = 0;
    std::array<float, 3> color{1, 1, 1};
    float across = 0, up = 0;
    bool has_places = false;  // in the texture
    std::vector<Corner> corners;
};

Textures& textures() {
    static Textures state;
    return state;
}

void make_image(GLenum, GLint level, GLint, GLsizei width, GLsizei height, GLint, GLenum format, GLenum type, const void* pixels) {
    Textures& state = textures();
    if (level != 0 || state.bound == 0 || width <= 0 || height <= 0) return;
    Image& image = state.all[state.bound];
    image = {width, height, std::vector<std::uint8_t>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3)};
    if (pixels == nullptr && !has_bound_buffer()) return;
    if (auto given = image_of_pixels(width, height, format, type, pixels, __builtin_return_address(0))) image = std::move(*given);
}

void put_part(GLenum, GLint level, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
              const void* pixels) {
    Textures& state = textures();
    const auto found = state.all.find(state.bound);
    if (level != 0 || found == state.all.end()) return;
    Image& image = found->second;
    if (x < 0 || y < 0 || x + width > image.width || y + height > image.height) return;
    const auto part = image_of_pixels(width, height, format, type, pixels, __builtin_return_address(0));
    if (!part) return;
    for (int row = 0; row < height; ++row) {
        const int top = image.height - y - height + row;  // OpenGL's first row is the lowest
        const std::size_t bytes = static_cast<std::size_t>(width) * 3;
        std::memcpy(image.rgb.data() +
                        (static_cast<std::size_t>(top) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x)) * 3,
                    part->rgb.data() + static_cast<std::size_t>(row) * bytes, bytes);
    }
}

void corner(float x, float y) {
    Textures& state = textures();
    state.corners.push_back({state.across, state.up, x, y});
}

// Whether what grows in the texture falls in the window.
bool is_turned(const std::vector<Corner>& corners, float Corner::* in_texture, float Corner::* in_window) {
    const auto [least, most] = std::ranges::minmax_element(corners, {}, in_texture);
    return (*least).*in_texture < (*most).*in_texture && (*least).*in_window > (*most).*in_window;
}

void end() {
    Textures& state = textures();
    const std::vector<Corner> corners = std::exchange(state.corners, {});
    const auto texture = state.all.find(state.bound);
    if (corners.empty()) return;
    if (!state.has_places || texture == state.all.end())
        return refuse_drawing("glBegin() draws something other than a texture", __builtin_return_address(0));
    Image out = texture->second;
    const auto width = static_cast<std::size_t>(out.width), height = static_cast<std::size_t>(out.height);
    if (is_turned(corners, &Corner::up, &Corner::y))
        for (std::size_t row = 0; row < height / 2; ++row)
            std::swap_ranges(out.rgb.begin() + static_cast<std::ptrdiff_t>(row * width * 3),
                             out.rgb.begin() + static_cast<std::ptrdiff_t>((row + 1) * width * 3),
                             out.rgb.begin() + static_cast<std::ptrdiff_t>((height - 1 - row) * width * 3));
    if (is_turned(corners, &Corner::across, &Corner::x))
        for (std::size_t row = 0; row < height; ++row)
            for (std::size_t x = 0; x < width / 2; ++x)
                for (std::size_t c = 0; c < 3; ++c)
                    std::swap(out.rgb[(row * width + x) * 3 + c], out.rgb[(row * width + width - 1 - x) * 3 + c]);
    if (state.color != std::array<float, 3>{1, 1, 1})
        for (std::size_t i = 0; i < out.rgb.size(); ++i)
            out.rgb[i] =
                static_cast<std::uint8_t>(static_cast<float>(out.rgb[i]) * std::clamp(state.color[i % 3], 0.0F, 1.0F) + 0.5F);
    show_picture(std::move(out));
}

// Programs of the assembly language that only look a pixel up change nothing.
void take_program(GLenum, GLenum, GLsizei length, const void* given) {
    const std::string_view text(static_cast<const char*>(given), static_cast<std::size_t>(std::max(length, 0)));
    if (std::ranges::count(text, ';') != 1 || !text.contains("TEX result.color"))
        refuse_drawing("a fragment program of OpenGL", __builtin_return_address(0));
}

const GLubyte* text_about(GLenum what) {
    const char* text = what == GL_VERSION                         ? "2.1 Warpwise"
                       : what == GL_EXTENSIONS                    ? "GL_ARB_vertex_buffer_object GL_ARB_pixel_buffer_object"
                       : what == GL_RENDERER || what == GL_VENDOR ? "Warpwise"
                                                                  : "";
    return reinterpret_cast<const GLubyte*>(text);
}

void name_textures(GLsizei count, GLuint* names) {
    for (int i = 0; i < count; ++i) names[i] = ++textures().last;
}
void name_programs(GLsizei count, GLuint* names) {
    for (int i = 0; i < count; ++i) names[i] = ++textures().last_program;
}
void forget_textures(GLsizei count, const GLuint* names) {
    for (int i = 0; i < count; ++i) textures().all.erase(names[i]);
}
int missing() {
    refuse_drawing("a function of OpenGL that the program asked for by name", __builtin_return_address(0));
    return 0;
}

}  // namespace

std::vector<HostFunction> gl_texture_functions() {
    const auto at = [](auto function) { return reinterpret_cast<void*>(+function); };
    return {
        {"glGetString", at(&text_about)},
        {"glGetIntegerv", at([](GLenum what, GLint* value) { *value = what == GL_PROGRAM_ERROR_POSITION_ARB ? -1 : 0; })},
        {"glGenTextures", at(&name_textures)},
        {"glDeleteTextures", at(&forget_textures)},
        {"glBindTexture", at([](GLenum, GLuint texture) { textures().bound = texture; })},
        {"glTexParameteri", at([](GLenum, GLenum, GLint) {})},
        {"glTexParameterf", at([](GLenum, GLenum, float) {})},
        {"glTexImage2D", at(&make_image)},
        {"glTexSubImage2D", at(&put_part)},
        {"glBegin", at([](GLenum) {
             textures().corners.clear();
             textures().has_places = false;
         })},
        {"glEnd", at(&end)},
        {"glColor3f", at([](float red, float green, float blue) { textures().color = {red, green, blue}; })},
        {"glTexCoord2f", at([](float across, float up) {
             textures().across = across;
             textures().up = up;
             textures().has_places = true;
         })},
        {"glVertex2f", at([](float x, float y) { corner(x, y); })},
        {"glVertex3f", at([](float x, float y, float) { corner(x, y); })},
        {"__warpwise_glGenPrograms", at(&name_programs)},
        {"__warpwise_glDeletePrograms", at([](GLsizei, const GLuint*) {})},
        {"__warpwise_glBindProgram", at([](GLenum, GLuint) {})},
        {"__warpwise_glProgramString", at(&take_program)},
        {"__warpwise_gl_missing", at(&missing)},
    };
}

}  // namespace warpwise
