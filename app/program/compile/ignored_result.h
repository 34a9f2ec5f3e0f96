// A call of CUDA's host API whose result the program does not look at.
#pragma once

#include <string>

namespace warpwise {

struct IgnoredResult {
    std::string file;
    int line = 0;  // of the call
    bool operator==(const IgnoredResult&) const = default;
};

}  // namespace warpwise
