// Numbers as people read them. Files that programs read have plain numbers instead.
#pragma once

#include <concepts>
#include <string>

#include "base/launch_shape.h"

namespace warpwise {

std::string with_separators(std::string digits);  // "1048576" is "1,048,576", "-1048576" is "-1,048,576"
template <std::integral T>
std::string with_separators(T value) {
    return with_separators(std::to_string(value));
}

// "30.0 ns", "12.3 µs", "3.40 ms", "1.20 s": three significant digits in the unit that fits; "-" for what is not a number.
std::string duration_text(double ms);
// The same without zeros at the end: "30 ns", "12.3 µs", "3.4 ms", for axes and for single figures.
std::string short_duration(double ms);

// "1,024", "8 × 4", "8 × 4 × 2": the extents up to the last that is not 1.
std::string extents_text(const Dim3&);

}  // namespace warpwise
