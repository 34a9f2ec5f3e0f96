#include "gl/shader_program.h"

#include <fmt/format.h>

namespace warpwise::gl {
namespace {

struct ShaderKind {
    static void destroy(GLuint name) { glDeleteShader(name); }
};
using Shader = Handle<ShaderKind>;

constexpr const char* kWhatToDoWithoutShaders = "Update the graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1 to draw on the CPU";

// The log of a shader or a program, by the pair of functions that reads it.
template <typename GetNumber, typename GetLog>
std::string log_of(GLuint name, GetNumber get_number, GetLog get_log) {
    GLint length = 0;
    get_number(name, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length > 0 ? length : 0), '\0');
    GLsizei written = 0;
    if (!log.empty()) get_log(name, static_cast<GLsizei>(log.size()), &written, log.data());
    log.resize(static_cast<std::size_t>(written));
    return log;
}

Result<Shader> compile(const std::string& what, GLenum kind, const std::string& text) {
    Shader shader(glCreateShader(kind));
    const char* begin = text.c_str();
    glShaderSource(shader.get(), 1, &begin, nullptr);
    glCompileShader(shader.get());
    GLint good = 0;
    glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &good);
    if (good) return shader;
    return failure(fmt::format("{} does not compile: {}", what, log_of(shader.get(), glGetShaderiv, glGetShaderInfoLog)),
                   kWhatToDoWithoutShaders);
}

}  // namespace

const char* const kWholeViewportShader = R"(#version 330 core
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
)";

Result<Program> link_program(const std::string& what, const std::string& vertex, const std::string& fragment) {
    const auto first = compile(what, GL_VERTEX_SHADER, vertex), second = compile(what, GL_FRAGMENT_SHADER, fragment);
    for (const auto* shader : {&first, &second})
        if (!*shader) return std::unexpected(shader->error());
    Program program = Program::make();
    glAttachShader(program.get(), first->get());
    glAttachShader(program.get(), second->get());
    glLinkProgram(program.get());
    GLint good = 0;
    glGetProgramiv(program.get(), GL_LINK_STATUS, &good);
    if (good) return program;
    return failure(fmt::format("{} does not link: {}", what, log_of(program.get(), glGetProgramiv, glGetProgramInfoLog)),
                   kWhatToDoWithoutShaders);
}

}  // namespace warpwise::gl
