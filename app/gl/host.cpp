#include "gl/host.h"

#include "base/log.h"
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
    log_step("starting the host " + std::string(name_of(options.kind)));
    auto host = options.kind == HostKind::glfw  ? make_glfw_host(options)
                : options.kind == HostKind::egl ? make_egl_host(options)
                                                : make_null_host(options);
    log_step(host ? "the host: " + (*host)->description() : "no host: " + host.error().message);
    return host;
}

}  // namespace warpwise::gl
