// The makers of the hosts, one file each.
#pragma once

#include <memory>

#include "gl/host.h"

namespace warpwise::gl {

Result<std::unique_ptr<Host>> make_glfw_host(const HostOptions&);
Result<std::unique_ptr<Host>> make_egl_host(const HostOptions&);
Result<std::unique_ptr<Host>> make_null_host(const HostOptions&);

}  // namespace warpwise::gl
