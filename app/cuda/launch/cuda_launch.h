// One launch from host arrays to host arrays, with its phases timed.
#pragma once

#include "cuda/launch/launch_job.h"

namespace warpwise {

// How the times are taken (docs/gpu.md says it for readers):
//   first launch   copy in, launch, copy out: their times are the phases' cold_ms, and the arrays hold its result
//   warm samples   `repeats` of each phase, on restored copies of the arrays, so that a kernel that works in place does the
//                  same work each time; short kernels are launched many times between two events, each on a copy of its own
//   total          copy in + launch + copy out by the clock; restoring the copies is not in it
// A launch whose options name a length_argument goes in chunks instead (chunked_launch.cpp); CopyMode and flush_l2 are as
// device.h says.
// A fault of the arguments is in the outcome; the CudaError is what the driver said.
CudaResult<void> run_launch(const LaunchJob&, LaunchOutcome&);

}  // namespace warpwise
