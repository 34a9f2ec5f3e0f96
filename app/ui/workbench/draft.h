// What Run would run, and on what: the launch panel and the source panel edit it, undo steps through it.
#pragma once

#include <map>
#include <set>
#include <string>

#include "experiment/run/resolve.h"

namespace warpwise::ui {

struct Draft {
    ExperimentRequest request;
    bool grid_automatic = true;  // the grid follows the lesson's formula
    std::set<DeviceId> run_on{kind_that(&DeviceTraits::runs_everywhere), kind_that(&DeviceTraits::is_reference)};
    std::map<std::string, std::string> edited_source;                // by kernel id, only of those the learner changed
    Result<ResolvedLaunch> resolved = failure("no lesson is open");  // of the request, refreshed on change
};

}  // namespace warpwise::ui
