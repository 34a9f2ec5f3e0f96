// What Run would run, and on what: the launch panel and the source panel edit it, undo steps through it.
#pragma once

#include <map>
#include <set>
#include <string>

#include "experiment/runner.h"

namespace warpwise::ui {

struct Draft {
    ExperimentRequest request;
    bool grid_automatic = true;  // the grid follows the lesson's formula
    std::set<DeviceKind> run_on{DeviceKind::emulated, DeviceKind::cpu_serial};
    std::map<std::string, std::string> edited_source;                // by kernel id, only of those the learner changed
    Result<ResolvedLaunch> resolved = failure("no lesson is open");  // of the request, refreshed on change
};

}  // namespace warpwise::ui
