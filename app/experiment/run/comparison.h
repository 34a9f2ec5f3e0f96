// Is the kernel's result the CPU's result?
#pragma once

#include <string>
#include <vector>

#include "experiment/record/record.h"
#include "lesson/lesson.h"

namespace warpwise {

struct AllowedError {
    double absolute = 0, relative = 0;
    double share = 0;  // of all elements: so many may differ by more than that
};
// What the lesson allows at these values.
Result<AllowedError> allowed_error(const Lesson&, ParameterValues, DType);

// Element by element: equal, both NaN, or |found - expected| <= absolute + relative * |expected|. Integers are compared
// exactly. `found` and `expected` have the same arrays in the same order.
Check compare_arrays(const std::vector<const Array*>& found, const std::vector<const Array*>& expected,
                     const AllowedError& allowed);

}  // namespace warpwise
