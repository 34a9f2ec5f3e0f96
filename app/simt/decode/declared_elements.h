// What the text declares and no debug information tells.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "simt/code/bytecode.h"

namespace warpwise::simt {

// The element types of `extern __shared__` arrays, by the arrays' names.
using DeclaredElements = std::map<std::string, Type, std::less<>>;

}  // namespace warpwise::simt
