// An Error that ends a command of the window: told, and what the command returns.
#pragma once

#include <cstdio>

#include "base/error.h"
#include "base/standard_streams.h"

namespace warpwise {

inline int exit_status(const Error& error) {
    print_to(stderr, "warpwise: {}\n", error.text());
    return static_cast<int>(error.kind);
}

}  // namespace warpwise
