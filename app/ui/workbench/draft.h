// What Run would run, and on what: the launch panel and the source panel edit it, undo steps through it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "experiment/run/resolve.h"

namespace warpwise::ui {

// The learner's text for the exercise that is worked on, and the kernel whose launch it takes.
struct ExerciseText {
    std::string id;  // empty: the lesson's only exercise
    std::string kernel, entry, text;
    bool is_program = false;  // a whole program, which Run does not take: its check runs it
    bool operator==(const ExerciseText&) const = default;
};

struct Draft {
    ExperimentRequest request;
    bool grid_automatic = true;  // the grid follows the lesson's formula
    std::set<DeviceId> run_on{kind_that(&DeviceTraits::runs_everywhere), kind_that(&DeviceTraits::is_reference)};
    std::map<std::string, std::string> edited_source;  // by kernel id, only of those the learner changed
    std::optional<ExerciseText> exercise;              // as it is now; nothing: the lesson has none
    bool runs_exercise = false;  // it is the text that is looked at: `request` names its kernel, and Run takes it (ask::ChooseText)
    bool with_lessons = false;   // Run runs the lesson's text beside the learner's, to compare them (Results::compared)
    Result<ResolvedLaunch> resolved = failure("no lesson is open");  // of the request, refreshed on change
};

}  // namespace warpwise::ui
