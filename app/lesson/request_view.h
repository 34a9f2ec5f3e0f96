// The lesson's view "request": which addresses the lanes of a warp ask for when the view is opened.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

// Lane i asks for a[stride * i + offset].
struct RequestShape {
    std::int64_t stride = 1, offset = 0;  // in elements
    std::int64_t element = 4;             // bytes: 1, 2, 4, 8 or 16
    std::int64_t lanes = 32;              // that take part: the first ones of the warp
    bool operator==(const RequestShape&) const = default;
};
std::span<const std::int64_t> request_element_sizes();

// A number of the shape as an option of the view.
struct RequestOption {
    const char* name;
    std::int64_t RequestShape::* member;
    std::int64_t least, most;
};
std::span<const RequestOption> request_numbers();
std::vector<std::string> request_view_options();  // their names and the others

// The first one that is about the kernel, else the lesson's first; null: it has none.
const ViewSpec* find_request_view(const Lesson&, const std::string& kernel);
// What the option's formula gives, or the usual number where the view has no such option. `element` may also name a dtype
// parameter: the bytes of that dtype.
Result<std::int64_t> request_number(const Lesson&, const ViewSpec&, const RequestOption&, const ParameterValues&);
Result<RequestShape> request_shape(const Lesson&, const ViewSpec&, const ParameterValues&);
// The parameter that the option is, whole numbers and dtypes alone; null: it is a formula, or not given.
const Parameter* parameter_of_option(const Lesson&, const ViewSpec&, const char* option);

}  // namespace warpwise
