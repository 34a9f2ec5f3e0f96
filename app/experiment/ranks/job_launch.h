// The launch that a stage of a job makes.
#pragma once

#include "experiment/run/resolve.h"
#include "lesson/lesson.h"

namespace warpwise {

// Of a stage with a kernel, in the rank that `values` name.
Result<ResolvedLaunch> launch_of_stage(const Lesson&, const RankStage&, const ParameterValues& values);

}  // namespace warpwise
