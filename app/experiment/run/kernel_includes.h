// Which files a lesson's kernel may include.
#pragma once

#include "device/interface/device.h"
#include "lesson/lesson.h"

namespace warpwise {

// Headers beside its file, in the lesson's folder and in kernels/, and nothing outside of these.
simt::CompileOptions includes_of(const Lesson&, const KernelSpec&);
// The same for a text that a learner wrote in its place: it sees no solution, no reference and no wrong submission.
simt::CompileOptions includes_of_submission(const Lesson&, const KernelSpec&);

}  // namespace warpwise
