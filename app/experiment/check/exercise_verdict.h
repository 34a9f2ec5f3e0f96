// What the checks of kernels and of programs have in common: how a gate is weighed, and what a text's runs come to.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "experiment/check/exercise_result.h"

namespace warpwise {

// What the solution counts for the same launch and the same data; nothing where it could not be run.
using CountsOfSolution = std::function<std::optional<std::map<std::string, double>>()>;

// Adds one run's counts to a gate on a counter: the worst is kept. `name` is the run's, for the learner.
void weigh_gate(GateVerdict&, const std::map<std::string, double>& counts, const CountsOfSolution&, const std::string& name);

// The lesson's title, with the exercise's own where it has one.
std::string exercise_title(const Lesson&, const Exercise&);
// Who and what is graded, and when; nothing is judged.
ExerciseResult begin_result(const Lesson&, const Exercise&, const std::string& text, const ExerciseOptions&);
// Whether the text has passed, and the first reason why it has not, once its runs and gates are there.
void decide(ExerciseResult&, const Exercise&);

std::uint64_t fresh_seed();

}  // namespace warpwise
