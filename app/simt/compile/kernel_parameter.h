// A parameter of a compiled kernel.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/dtype.h"

namespace warpwise::simt {

struct KernelParameter {
    std::string name, type;  // as written: "a", "float *"
    std::size_t bytes = 0;
    bool is_pointer = false;
    std::size_t pointee_bytes = 0;  // of one element behind a pointer; 0 for void
    bool pointee_is_const = false;  // "const float *": the kernel only reads it
    std::optional<DType> dtype;     // of the scalar, or of the element behind the pointer, where it has one
    bool operator==(const KernelParameter&) const = default;
};

}  // namespace warpwise::simt
