// Which files a lesson's kernel may include.
#pragma once

#include "device/device.h"
#include "lesson/lesson.h"

namespace warpwise {

// Headers beside its file, in the lesson's folder and in kernels/, and nothing outside of these.
simt::CompileOptions includes_of(const Lesson&, const KernelSpec&);

}  // namespace warpwise
