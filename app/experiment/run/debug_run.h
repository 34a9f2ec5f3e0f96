// Opens a debugger session for an experiment request: with the same launch, text and inputs that run_experiment() would give the
// emulator.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "device/interface/debug_session.h"
#include "experiment/run/device_set.h"
#include "experiment/run/runner.h"

namespace warpwise {

struct DebugRun {
    KernelSource source;  // what was compiled: the lines of the session are its lines
    LaunchShape shape;
    std::vector<std::string> parameters;    // of the kernel, by argument
    std::shared_ptr<Program> program;       // outlives the session
    std::unique_ptr<DebugSession> session;  // last: goes first
};

// Why there is no session. A fault is the kernel's own (it does not compile, its launch breaks a limit); else `error`.
struct DebugRefusal {
    std::optional<Fault> fault;
    Error error;
};

// `say` is told what is being done, on this thread. A stop cancels it; the refusal then means nothing.
std::expected<DebugRun, DebugRefusal> open_debug_run(const Lesson&, const ExperimentRequest&, DeviceSet&, const DebugOptions&,
                                                     const std::stop_token&, const std::function<void(const std::string&)>& say);

}  // namespace warpwise
