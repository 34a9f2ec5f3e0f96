// A kernel's parameters as its text declares them, without a parser of C++.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/kernel_parameter.h"

namespace warpwise {

// The parameters as the text declares them, type and name; empty when the declaration is not found.
std::vector<KernelParameter> parameters_in_text(std::string_view text, std::string_view kernel);

// The parts of a parameter list between the commas that are in no bracket of their own; none of "void".
std::vector<std::string> split_parameter_list(std::string_view list);
// The list between the bracket at `open` and its partner; empty when it has none.
std::string_view parameter_list_at(std::string_view text, std::size_t open);

}  // namespace warpwise
