// One launch from host arrays to host arrays, with its phases timed.
#pragma once

#include <vector>

#include "cuda/cuda_device.h"

namespace warpwise {

struct LaunchJob {
    std::shared_ptr<Context> context;
    const CudaProgram& program;
    const LaunchShape& shape;
    std::vector<KernelArgument>& arguments;
    const LaunchOptions& options;
};

// How the times are taken (docs/gpu.md says it for readers):
//   first launch   copy in, launch, copy out: their times are the phases' cold_ms, and the arrays hold its result
//   warm samples   `repeats` of each phase, on restored copies of the arrays, so that a kernel that works in place does the
//                  same work each time; short kernels are launched many times between two events, each on a copy of its own
//   total          copy in + launch + copy out by the clock; restoring the copies is not in it
// A fault of the arguments is in the outcome; the CudaError is what the driver said.
CudaResult<void> run_launch(const LaunchJob&, LaunchOutcome&);

}  // namespace warpwise
