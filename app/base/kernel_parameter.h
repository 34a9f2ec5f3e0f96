// A parameter of a kernel, as a text or a compiled program says it.
#pragma once

#include <cstddef>
#include <string>

namespace warpwise {

struct KernelParameter {
    std::string name, type;  // as written: "a", "float *"
    std::size_t bytes = 0;
    bool is_pointer = false;
};

}  // namespace warpwise
