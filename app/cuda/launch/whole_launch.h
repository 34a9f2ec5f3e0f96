// A launch of the whole arrays at once, for arguments that were looked at.
#pragma once

#include "cuda/launch/launch_job.h"

namespace warpwise {

CudaResult<void> run_whole(const LaunchJob&, LaunchOutcome&);

}  // namespace warpwise
