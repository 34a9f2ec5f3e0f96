// One launch from host arrays to host arrays, with its phases timed.
#pragma once

#include <vector>

#include "cuda/chunk_plan.h"
#include "cuda/cuda_device.h"
#include "cuda/nvml.h"

namespace warpwise {

struct LaunchJob {
    std::shared_ptr<Context> context;
    const CudaProgram& program;
    const LaunchShape& shape;
    std::vector<KernelArgument>& arguments;
    const LaunchOptions& options;
    const Nvml* nvml = nullptr;  // null: no readings
};

// How the times are taken (docs/gpu.md says it for readers):
//   first launch   copy in, launch, copy out: their times are the phases' cold_ms, and the arrays hold its result
//   warm samples   `repeats` of each phase, on restored copies of the arrays, so that a kernel that works in place does the
//                  same work each time; short kernels are launched many times between two events, each on a copy of its own
//   total          copy in + launch + copy out by the clock; restoring the copies is not in it
// A launch whose options name a length_argument goes in chunks instead (chunked_launch.cpp); CopyMode and flush_l2 are as
// device.h says.
// A fault of the arguments is in the outcome; the CudaError is what the driver said.
CudaResult<void> run_launch(const LaunchJob&, LaunchOutcome&);

// The two ways, for arguments that were looked at: whole_launch.cpp and chunked_launch.cpp.
CudaResult<void> run_whole(const LaunchJob&, LaunchOutcome&);
CudaResult<void> run_chunked(const LaunchJob&, const std::vector<Chunk>&, LaunchOutcome&);

}  // namespace warpwise
