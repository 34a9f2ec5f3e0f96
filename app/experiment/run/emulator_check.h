// A GPU says nothing about an access one element past the end, a race or a value that was never written. The emulator does: what it
// checks of a run that a GPU made, and where that would take too long.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiment/record/record.h"
#include "experiment/run/resolve.h"

namespace warpwise {

// Seconds on a small machine, as docs/gpu.md says.
inline constexpr std::uint64_t kMostCheckedThreads = std::uint64_t{1} << 22;
inline constexpr std::uint64_t kCheckStepBudget = std::uint64_t{1} << 26;  // warp instructions

// What the check runs; an Error says why there is none: the launch is too large or cannot be resolved.
struct CheckRun {
    ExperimentRequest request;
    ResolvedLaunch launch;
};
Result<CheckRun> emulator_check_of(const Lesson&, const ExperimentRequest& ran_on_gpu);

// What became of it.
enum class CheckEnd { passed, found, out_of_steps, not_run };
CheckEnd end_of_check(const RunRecord&);
// "out of bounds", "data race": the kind as words.
std::string words_for(FaultKind);
// Of a finding's kind, which may be a fault's: "too few threads".
std::string words_for_kind(const std::string& kind);

}  // namespace warpwise
