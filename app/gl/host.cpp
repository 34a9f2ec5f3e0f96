#include "gl/host.h"

#include "gl/hosts.h"

namespace warpwise::gl {

std::string_view name_of(HostKind kind) {
    switch (kind) {
        case HostKind::glfw: return "glfw";
        case HostKind::egl: return "egl";
        case HostKind::null: break;
    }
    return "null";
}

std::optional<HostKind> host_kind_from_name(std::string_view name) {
    for (const HostKind kind : {HostKind::glfw, HostKind::egl, HostKind::null})
        if (name == name_of(kind)) return kind;
    return std::nullopt;
}

Result<std::unique_ptr<Host>> make_host(const HostOptions& options) {
    switch (options.kind) {
        case HostKind::glfw: return make_glfw_host(options);
        case HostKind::egl: return make_egl_host(options);
        case HostKind::null: break;
    }
    return make_null_host(options);
}

}  // namespace warpwise::gl
