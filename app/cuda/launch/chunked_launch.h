// A launch in chunks, on streams, for arguments that were looked at.
#pragma once

#include <vector>

#include "cuda/launch/chunk_plan.h"
#include "cuda/launch/launch_job.h"

namespace warpwise {

CudaResult<void> run_chunked(const LaunchJob&, const std::vector<Chunk>&, LaunchOutcome&);

}  // namespace warpwise
