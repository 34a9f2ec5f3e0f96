// Vertex and fragment shader to a program, with the driver's log where one of them does not compile.
#pragma once

#include <string>

#include "base/error.h"
#include "gl/handle.h"

namespace warpwise::gl {

// A triangle strip of four vertices that fills the viewport, without a vertex buffer.
extern const char* const kWholeViewportShader;

// Needs a current GL 3.3 context. `what` is named in the Error: "the cell grid's shader".
Result<Program> link_program(const std::string& what, const std::string& vertex, const std::string& fragment);

}  // namespace warpwise::gl
