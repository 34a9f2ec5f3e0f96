// Which code of a text is in functions of the host and which in functions of the device, read without a compiler.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace warpwise::simt {

// unsure: a macro may name the side.
enum class FunctionSide { host, device, unsure };

// Called at each character of a function's code, but for braces; returns how many characters it has read.
using VisitFunctionCode = std::function<std::size_t(std::size_t at, FunctionSide)>;
void walk_functions(std::string_view text, const VisitFunctionCode&);

}  // namespace warpwise::simt
