// Holds what a lesson says (app/lesson/claim.h) against a recording and against counts of the emulator, and fills a recorded
// value into prose.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "experiment/record/recording.h"
#include "lesson/claim.h"

namespace warpwise {

enum class ClaimState {
    holds,
    fails,
    not_recorded,  // neither true nor false: no recording has the run that it is about
    wrong,         // it cannot be worked out
};

struct ClaimVerdict {
    ClaimState state = ClaimState::wrong;
    std::string detail;  // the values that decided, which runs are not recorded, or what is wrong
};

// What a run of these values counts in the emulator.
using CountsOf = std::function<Result<std::map<std::string, double>>(const PresetRun&)>;

// Of several recordings the first that has the lesson answers everything, so that no sentence mixes two machines.
const Recording* recording_of(const Recordings&, const std::string& lesson);

ClaimVerdict judge_claim(const Lesson&, const std::string& claim, const Recordings&, const CountsOf&);

// The value of an expression over recorded times, "[Whole].total / [Four streams].total"; nothing while no recording has all of it.
std::optional<double> recorded_value(const Lesson&, const std::string& expression, const Recordings&);
// The numbers of the lesson's predictions about recorded times; 0: no recording has it.
void read_recorded(Lesson&, const Recordings&);

// Answers {{recorded "[Whole].total"}} ("3.63 ms"), {{recorded "[Whole].total / [Four streams].total"}} ("2.0"), {{recorded
// "device"}} and {{recorded "date"}}; nothing for other directives and while no recording has all of it.
std::optional<std::string> answer_recorded(const Lesson&, const std::string& directive, const Recordings&);

}  // namespace warpwise
