// What a session of the debugger is opened for, and by whom.
#pragma once

#include <functional>
#include <string>

#include "experiment/run/debug_run.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// The draft as the emulator is to run it.
ExperimentRequest debug_request_of(const Workbench&);

// What makes sessions; empty: open_debug_run(). Tests put canned ones here.
struct DebugSource {
    std::function<std::expected<DebugRun, DebugRefusal>(const Lesson&, const ExperimentRequest&, const DebugOptions&,
                                                        const std::stop_token&, const std::function<void(const std::string&)>& say)>
        open;
};

}  // namespace warpwise::ui
