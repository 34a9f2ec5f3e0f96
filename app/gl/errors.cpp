#include "gl/errors.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

namespace warpwise::gl {
namespace {

// A lost context may answer with an error forever.
constexpr int kMostErrors = 16;

std::string name_of(GLenum error) {
    switch (error) {
        case GL_INVALID_ENUM: return "GL_INVALID_ENUM";
        case GL_INVALID_VALUE: return "GL_INVALID_VALUE";
        case GL_INVALID_OPERATION: return "GL_INVALID_OPERATION";
        case GL_INVALID_FRAMEBUFFER_OPERATION: return "GL_INVALID_FRAMEBUFFER_OPERATION";
        case GL_OUT_OF_MEMORY: return "GL_OUT_OF_MEMORY";
        case GL_CONTEXT_LOST: return "GL_CONTEXT_LOST";
        default: return fmt::format("GL error {:#06x}", error);
    }
}

}  // namespace

void forget_errors() {
    for (int i = 0; i < kMostErrors && glGetError() != GL_NO_ERROR; ++i) {
    }
}

std::string first_error() {
    const GLenum first = glGetError();
    if (first == GL_NO_ERROR) return {};
    forget_errors();
    return name_of(first);
}

}  // namespace warpwise::gl
