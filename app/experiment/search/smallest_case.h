// The smallest launch that shows what is wrong with a kernel: its sizes, block, grid and schedule are shrunk as long as it still
// ends in the same fault on the emulator, or its result is still wrong.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "experiment/run/device_set.h"
#include "experiment/run/run_hooks.h"
#include "experiment/run/runner.h"
#include "experiment/search/other_outcome.h"

namespace warpwise {

enum class SmallestEnd {
    found,
    right,      // no run went wrong: the request's, other schedules, the lesson's sizes
    not_run,    // it does not compile, or the launch is refused: no size can show anything about the kernel
    cancelled,  // before anything was found
};

struct SmallestCase {
    SmallestEnd end = SmallestEnd::right;
    // Of found: the settings as a request that `run_experiment` takes, and what it gave. The record has its arrays.
    ExperimentRequest request;
    RunRecord record;
    LaunchShape before;                   // the launch that the search began with
    std::optional<std::uint64_t> thread;  // the thread that is at fault, or that wrote the element
    bool wrote = false;                   // the thread wrote the wrong value; else it should have written one
    int runs = 0;
    bool complete = true;  // false: the search reached its limits, and there may be a smaller case
    std::string why_not;   // of not_run
};

inline constexpr SearchLimits kSmallestCaseLimits{.most_runs = 150, .most_s = 60};

// Shrinks the lesson's sizes, whole numbers, block and grid within what the lesson allows; formulas follow. A block keeps a warp of
// threads where it had one. An Error when the request cannot be run at all.
Result<SmallestCase> find_smallest_case(const Lesson&, const ExperimentRequest&, DeviceSet&, const RunHooks&,
                                        const SearchLimits& = kSmallestCaseLimits);

std::string headline_of(const Lesson&, const SmallestCase&);  // one sentence, which needs no other
std::string text_of(const Lesson&, const SmallestCase&);      // all that is known, for a terminal
std::string size_text(const SmallestCase&);  // "2 blocks of 32 threads; the search began with 16 blocks of 64 threads"
std::string who_text(const SmallestCase&);   // of a wrong element, which thread wrote it or should have; else empty
nlohmann::json to_json(const Lesson&, const SmallestCase&);          // "warpwise.smallest-case/1"
std::string settings_text(const Lesson&, const ExperimentRequest&);  // "n = 33, block = 32, schedule = reversed"

}  // namespace warpwise
