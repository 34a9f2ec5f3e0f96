// A launch to verify whose sizes are drawn anew in each check: no list of sizes in a learner's text can know them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "lesson/parameter_values.h"

namespace warpwise {

struct DrawnShape {
    ParameterValues values;                                               // complete; those of `ranges` are the least
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> ranges;  // of whole numbers, both ends included
};

// The same for the same seed.
ParameterValues draw_shape(const DrawnShape&, std::uint64_t seed);

}  // namespace warpwise
