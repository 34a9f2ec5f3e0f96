// [[break_it]]: a kernel that passes by luck, run with the values that a learner chose, and the search for a smaller case than the
// one that a lesson calls the smallest.
#pragma once

#include <optional>
#include <string>

#include "experiment/run/device_set.h"
#include "experiment/run/run_hooks.h"
#include "experiment/run/runner.h"
#include "lesson/score.h"

namespace warpwise {

struct BreakAttempt {
    bool broken = false;
    double size = 0;
    Medal medal = Medal::none;  // of a case that breaks it
    std::string settings;       // what the learner chose: "n = 65, block = 32"
    std::string told;           // how it failed, or what was right: one sentence
    std::string refused;        // why nothing ran: the launch breaks a limit, say; then it is neither broken nor right
    ExperimentRequest request;  // that ran
};

// The values of a puzzle, complete, with `changed` over them.
ParameterValues values_of(const Lesson&, const BreakIt&, const ParameterValues& changed);
// The order in words: nothing for the usual one.
std::optional<ScheduleChoice> schedule_of(const std::string& words);

// On the emulator, by its result and its faults alone: a race that does no harm is not looked for.
Result<BreakAttempt> try_to_break(const Lesson&, const BreakIt&, const ParameterValues& changed,
                                  const std::optional<ScheduleChoice>&, DeviceSet&, const RunHooks&);

struct SmallerCases {
    int tried = 0;
    bool all = true;                    // every smaller case was tried
    std::optional<BreakAttempt> found;  // one that fails and is smaller than the claimed one
};
// All sizes if there are few enough, otherwise those at which mistakes show.
Result<SmallerCases> find_smaller_case(const Lesson&, const BreakIt&, DeviceSet&, const RunHooks&);

}  // namespace warpwise
