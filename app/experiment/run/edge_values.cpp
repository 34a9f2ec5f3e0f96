#include "experiment/run/edge_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace warpwise {
namespace {

// What describes a float format: bits of the significand with the one that is not stored, and the exponent of the smallest normal.
struct Format {
    int digits, lowest;
    double largest;
};

Format format_of(DType dtype) {
    switch (dtype) {
        case DType::f16: return {11, -14, 65504};
        case DType::f32: return {24, -126, static_cast<double>(std::numeric_limits<float>::max())};
        default: return {53, -1022, std::numeric_limits<double>::max()};
    }
}

std::vector<double> edges_of_floats(DType dtype) {
    const auto [digits, lowest, largest] = format_of(dtype);
    const double smallest_normal = std::ldexp(1.0, lowest), smallest = std::ldexp(1.0, lowest - digits + 1);
    const double gap = std::ldexp(1.0, 1 - digits), integers = std::ldexp(1.0, digits);
    std::vector<double> values;
    for (const double value : {0.0, smallest, smallest_normal - smallest, smallest_normal, largest, 1.0, 1 + gap, 1 - gap / 2, 2.0,
                               3.0, 0.5, integers - 1, integers})
        values.insert(values.end(), {value, -value});
    return values;
}

std::vector<double> edges_of_integers(DType dtype) {
    std::vector<double> values;
    visit_dtype(dtype, [&]<typename T>() {
        if constexpr (std::is_integral_v<T>) {
            const auto least = static_cast<double>(std::numeric_limits<T>::min());
            const auto most = static_cast<double>(std::numeric_limits<T>::max());
            const double half = std::ldexp(1.0, static_cast<int>(8 * sizeof(T)) - 1), middle = std::ldexp(1.0, 4 * sizeof(T));
            for (const double value : {0.0, 1.0, 2.0, 3.0, most, most - 1, least, least + 1, half, half - 1, half + 1, middle,
                                       middle - 1, middle + 1, -1.0, -2.0})
                if (value >= least && value <= most) values.push_back(value);
        }
    });
    return values;
}

void sort_out(std::vector<double>& values) {
    // 0 and -0 compare equal and are two values.
    std::ranges::sort(values, [](double a, double b) { return a != b ? a < b : std::signbit(a) && !std::signbit(b); });
    const auto repeated =
        std::ranges::unique(values, [](double a, double b) { return a == b && std::signbit(a) == std::signbit(b); });
    values.erase(repeated.begin(), repeated.end());
}

}  // namespace

std::vector<double> edge_values(DType dtype) {
    std::vector<double> values = is_float(dtype) ? edges_of_floats(dtype) : edges_of_integers(dtype);
    sort_out(values);
    return values;
}

std::vector<double> edge_values_between(DType dtype, double low, double high) {
    std::vector<double> values = edge_values(dtype);
    values.insert(values.end(), {low, high});
    if (low + 1 <= high) values.insert(values.end(), {low + 1, high - 1});
    std::erase_if(values, [&](double value) { return value < low || value > high; });
    sort_out(values);
    return values;
}

std::vector<double> special_values(DType dtype) {
    if (!is_float(dtype)) return {};
    const double infinity = std::numeric_limits<double>::infinity();
    return {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()};
}

}  // namespace warpwise
