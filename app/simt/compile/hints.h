// What a beginner may try when the compiler complains.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace warpwise::simt {

// A hint for a compiler message, or nothing. `source_line` is the line that the message points at.
std::string hint_for(const Diagnostic&, std::string_view source_line);

// The first name in single quotes of a compiler's message; empty: there is none.
std::string_view quoted_name(std::string_view message);

// The compiler's words with the emulator's own names replaced by those that a user knows.
std::string without_internal_names(std::string message);

// What the text asks for that exists in CUDA and not in the emulator, "textures and surfaces ('tex2D')"; empty: none of that.
std::string unsupported_feature(const Diagnostic&);

}  // namespace warpwise::simt
