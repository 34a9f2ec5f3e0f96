// A kernel's parameters as far as they can be told without a parser of C++: sizes from the driver, types from the symbol's
// mangled name, names from the text (text/declared_parameters.h).
#pragma once

#include <string>
#include <vector>

#include "text/declared_parameters.h"

namespace warpwise {

// The types of a mangled name's parameters, as the demangler writes them: {"float const*", "int"} of _Z3addPKfi. Empty when
// the name is not mangled (extern "C") or takes none.
std::vector<std::string> parameter_types_of_symbol(const std::string& lowered_name);

// Puts types and names to the sizes that the driver told (`bytes` in order). Where the counts differ, the sizes stand alone;
// where the driver told none, the types alone give pointers and common scalars their sizes.
std::vector<KernelParameter> merge_parameters(const std::vector<std::size_t>& bytes, const std::vector<std::string>& types,
                                              const std::vector<KernelParameter>& in_text);

}  // namespace warpwise
