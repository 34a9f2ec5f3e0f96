// What the hosts that draw share: a check of the context they made, and reading a frame back.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/error.h"
#include "base/png.h"
#include "gl/host.h"

namespace warpwise::gl {

// The renderer's name when the current context has OpenGL 3.3 or newer; else what is wrong with it.
Result<std::string> check_context();
Image read_framebuffer(Size size);
// Pixels of four bytes, rows from below as GL has them, as a picture.
Image image_of(std::span<const std::uint8_t> rgba, Size size);
// In a debug build, errors and warnings of the driver go to standard error as they happen.
void report_driver_messages();

}  // namespace warpwise::gl
