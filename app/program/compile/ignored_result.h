// A call of CUDA's host API whose result the program does not look at.
#pragma once

#include <string>

namespace warpwise {

struct IgnoredResult {
    std::string file;
    int line = 0;          // of the call
    bool is_look = false;  // the call is cudaGetLastError() or cudaPeekAtLastError()
    bool operator==(const IgnoredResult&) const = default;
};

}  // namespace warpwise
