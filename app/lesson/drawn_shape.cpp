#include "lesson/drawn_shape.h"

#include <random>

namespace warpwise {

ParameterValues draw_shape(const DrawnShape& shape, std::uint64_t seed) {
    ParameterValues values = shape.values;
    std::mt19937_64 random(seed);
    for (const auto& [id, range] : shape.ranges) {
        const auto count = static_cast<std::uint64_t>(range.second - range.first) + 1;
        values[id] = range.first + static_cast<std::int64_t>(random() % count);
    }
    return values;
}

}  // namespace warpwise
