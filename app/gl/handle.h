// One move-only owner for every kind of GL object. The context that made it must be current when it goes.
#pragma once

#include <epoxy/gl.h>

#include <utility>

namespace warpwise::gl {

template <typename Kind>
class Handle {
  public:
    Handle() = default;
    explicit Handle(GLuint name) : name_(name) {}
    Handle(Handle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() {
        if (name_ != 0) Kind::destroy(name_);
    }
    static Handle make() { return Handle(Kind::create()); }
    GLuint get() const { return name_; }
    explicit operator bool() const { return name_ != 0; }

  private:
    GLuint name_ = 0;
};

// The functions of libepoxy are macros, so they come as static members and not as template arguments.
struct TextureKind {
    static GLuint create() {
        GLuint name = 0;
        glGenTextures(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteTextures(1, &name); }
};
struct BufferKind {
    static GLuint create() {
        GLuint name = 0;
        glGenBuffers(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteBuffers(1, &name); }
};
struct VertexArrayKind {
    static GLuint create() {
        GLuint name = 0;
        glGenVertexArrays(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct FramebufferKind {
    static GLuint create() {
        GLuint name = 0;
        glGenFramebuffers(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct RenderbufferKind {
    static GLuint create() {
        GLuint name = 0;
        glGenRenderbuffers(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteRenderbuffers(1, &name); }
};
struct ProgramKind {
    static GLuint create() { return glCreateProgram(); }
    static void destroy(GLuint name) { glDeleteProgram(name); }
};

using Texture = Handle<TextureKind>;
using Buffer = Handle<BufferKind>;
using VertexArray = Handle<VertexArrayKind>;
using Framebuffer = Handle<FramebufferKind>;
using Renderbuffer = Handle<RenderbufferKind>;
using Program = Handle<ProgramKind>;

}  // namespace warpwise::gl
