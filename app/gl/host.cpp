#include "gl/host.h"

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

}  // namespace warpwise::gl
