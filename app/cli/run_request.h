// From the options of run and sweep to a request: what both share.
#pragma once

#include "cli/commands.h"
#include "experiment/run/resolve.h"

namespace warpwise {

struct PreparedRun {
    Lesson lesson;
    ExperimentRequest request;  // the device is the first one's
    ResolvedLaunch launch;
    std::vector<DeviceId> devices;
};
Result<PreparedRun> prepare_run(const RunOptions&, DeviceSet&);
// run --find-other-outcome and --smallest-case (searches.cpp)
int search_command(const RunOptions&, const PreparedRun&, DeviceSet&);

}  // namespace warpwise
