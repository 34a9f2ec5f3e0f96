// The one run path: a request in, a record out. The window, the command line, the tests and the benchmark all use it.
#pragma once

#include "experiment/record/record.h"
#include "experiment/run/run_hooks.h"

namespace warpwise {

class DeviceSet;
struct ResolvedLaunch;

// Runs one request to its end. Errors are for what never became a run (unknown kernel, bad value, device missing);
// a kernel that does not compile, faults or is wrong is a record that says so.
Result<RunRecord> run_experiment(const Lesson&, const ExperimentRequest&, DeviceSet&, const RunHooks& = {});
// For a request whose formulas were evaluated already: `launch` is what resolve_launch() says of it.
Result<RunRecord> run_experiment(const Lesson&, const ExperimentRequest&, const ResolvedLaunch& launch, DeviceSet&,
                                 const RunHooks& = {});

}  // namespace warpwise
