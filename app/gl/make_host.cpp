#include "gl/make_host.h"

#include <dlfcn.h>

#include "base/log.h"
#include "gl/hosts.h"

namespace warpwise::gl {
namespace {

// libepoxy ends the program when there is no OpenGL library at all: asked for here first.
bool has_gl_library() {
    for (const char* name : {"libGL.so.1", "libOpenGL.so.0"})
        if (dlopen(name, RTLD_LAZY | RTLD_LOCAL) != nullptr) return true;  // stays open: it is about to be used
    return false;
}

}  // namespace

Result<std::unique_ptr<Host>> make_host(const HostOptions& options) {
    if (options.kind != HostKind::null && !has_gl_library())
        return failure("there is no OpenGL library here (neither libGL.so.1 nor libOpenGL.so.0)",
                       "Install the graphics driver's or Mesa's OpenGL, or use `warpwise run LESSON` for results in the terminal");
    log_step("starting the host " + std::string(name_of(options.kind)));
    auto host = options.kind == HostKind::glfw  ? make_glfw_host(options)
                : options.kind == HostKind::egl ? make_egl_host(options)
                                                : make_null_host(options);
    log_step(host ? "the host: " + (*host)->description() : "no host: " + host.error().message);
    return host;
}

}  // namespace warpwise::gl
