// Makes the host that the options ask for.
#pragma once

#include <memory>

#include "gl/host.h"

namespace warpwise::gl {

// An Error says what is missing and what works instead.
Result<std::unique_ptr<Host>> make_host(const HostOptions&);

}  // namespace warpwise::gl
