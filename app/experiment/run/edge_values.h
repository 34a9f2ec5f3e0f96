// The values at which arithmetic on a dtype tends to go wrong: the fill `edges`.
#pragma once

#include <string_view>
#include <vector>

#include "base/dtype.h"

namespace warpwise {

// For integers: 0, 1, 2, the largest and the smallest value and those beside them, and the powers of two where a bit or a sign is
// lost. For floats, with both signs: 0, the smallest and largest subnormal, the smallest normal and the largest finite number, 1
// and its neighbours, 2, 3, and the numbers at which integers begin to have gaps. In double, which holds each of them exactly for
// all dtypes but the 64-bit integers: those saturate at their limits.
std::vector<double> edge_values(DType dtype);

// Those from `low` to `high`, with both ends of that range and the integers beside them.
std::vector<double> edge_values_between(DType dtype, double low, double high);

// Both infinities and NaN; nothing for integers.
std::vector<double> special_values(DType dtype);

}  // namespace warpwise
