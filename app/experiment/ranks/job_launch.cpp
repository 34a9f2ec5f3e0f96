#include "experiment/ranks/job_launch.h"

namespace warpwise {

Result<ResolvedLaunch> launch_of_stage(const Lesson& lesson, const RankStage& stage, const ParameterValues& values) {
    ExperimentRequest request;
    request.lesson = lesson.id;
    request.kernel = stage.kernel;
    request.parameters = values;
    return resolve_launch(lesson, request);
}

}  // namespace warpwise
