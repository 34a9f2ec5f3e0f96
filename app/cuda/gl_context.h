// What the window's OpenGL says about itself, asked of the library that the window has loaded: the plugin links no OpenGL, and
// loads none where the window has none.
#pragma once

#include <string>

#include "base/error.h"

namespace warpwise {

// Of the context that is current on this thread; empty when there is none.
std::string gl_renderer();
// An Error when kernels cannot share memory with this renderer, whatever the driver says: none, or one on the processor.
Result<void> check_gl_renderer(const std::string& renderer);

}  // namespace warpwise
