// The values of a lesson's parameters.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>

namespace warpwise {

// A parameter's value: integers for sizes and block edges, doubles for reals, text for choices and dtypes.
using ParameterValue = std::variant<std::int64_t, double, std::string>;
using ParameterValues = std::map<std::string, ParameterValue>;
std::string text_of(const ParameterValue&);

}  // namespace warpwise
