// What GL says went wrong. It keeps errors until they are asked for, so an operation that wants to know of its own forgets
// the older ones first.
#pragma once

#include <string>

namespace warpwise::gl {

void forget_errors();
// "GL_OUT_OF_MEMORY"; empty when nothing went wrong since forget_errors(). The later errors are forgotten.
std::string first_error();

}  // namespace warpwise::gl
