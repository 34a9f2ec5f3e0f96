// One kernel or one routine, run into a record: what `run_experiment`, `warpwise kernel` and `warpwise bench` share.
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "device/cpu/routines.h"
#include "experiment/record/record.h"

namespace warpwise {

// Machine, date and version of here and now.
RunRecord new_record(const DeviceInfo& device);

// Null when it does not compile: the record then has the diagnostics and a fault of kind compile_error; or is cancelled.
std::shared_ptr<Program> compile_into(RunRecord& record, Device& device, const KernelSource& source,
                                      const std::stop_token& stop = {});

// Launches and writes phases, counters and the fault into the record. Status: ok, fault or cancelled.
void launch_into(RunRecord& record, Device& device, Program& program, std::vector<KernelArgument> arguments,
                 const LaunchOptions& options);

// A phase as this machine measured it, its outliers marked.
RecordedPhase measured_phase(std::string name, std::optional<double> cold_ms, std::vector<double> samples_ms);

struct RoutineTiming {
    double cold_ms = 0;
    std::vector<double> samples_ms;
};
// Calls once (cold: this call's arrays are the result), then `after_first`, then times `repeats` samples of at least 50 us
// each, repeating the call inside a sample when it is shorter than the clock can tell.
RoutineTiming time_routine(RoutineFunction routine, const RoutineCall& call, int repeats, const std::stop_token& stop,
                           const std::function<void()>& after_first);

ArrayDigest digest_of(const Array& array);

}  // namespace warpwise
