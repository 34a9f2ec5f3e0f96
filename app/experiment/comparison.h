// Is the kernel's result the CPU's result?
#pragma once

#include <string>
#include <vector>

#include "experiment/record.h"

namespace warpwise {

struct AllowedError {
    double absolute = 0, relative = 0;
};

// Element by element: equal, both NaN, or |found - expected| <= absolute + relative * |expected|. Integers are compared
// exactly. `found` and `expected` have the same arrays in the same order.
Check compare_arrays(const std::vector<const Array*>& found, const std::vector<const Array*>& expected,
                     const AllowedError& allowed);

}  // namespace warpwise
