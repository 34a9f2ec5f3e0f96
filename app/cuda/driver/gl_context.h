// What the window's OpenGL says about itself, asked of the library that the window has loaded: the plugin links no OpenGL, and
// loads none where the window has none.
#pragma once

#include <string>

#include "base/error.h"
#include "cuda/driver/driver.h"

namespace warpwise {

// What goes on without shared memory: the hint of every Error here.
inline constexpr const char* kPicturesOtherWay = "Pictures go by the host's memory, or come from the emulator or the CPU";

// Of the context that is current on this thread; empty when there is none.
std::string gl_renderer();
// An Error when kernels cannot share memory with this renderer, whatever the driver says: none, or one on the processor.
Result<void> check_gl_renderer(const std::string& renderer);
// CUDA's number of the GPU that draws the current context. A driver that does not tell is taken at the renderer's name: whether
// memory can be shared shows when the first buffer is.
Result<CUdevice> device_of_gl(const Driver&, const std::string& renderer);

}  // namespace warpwise
