// The names of a run's values (experiment/run/record_values.h counts them): what an expression or a claim may name, so that a
// misspelt one is found when the lesson is read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lesson/formula.h"
#include "lesson/lesson.h"

namespace warpwise {

// Counters, what is known of a launch and of its result, and the lesson's numeric parameters.
std::vector<std::string> run_value_names(const Lesson& lesson);

// Why no run can answer an expression: its form, or a name that no run has. A value that is not finite depends on the run and is
// no such reason. `more`: names that are known besides those of a run.
std::optional<FormulaProblem> problem_of_expression(const Lesson& lesson, const std::string& expression,
                                                    const std::vector<std::string>& more = {});

// Why no run has a value of this name.
std::optional<FormulaProblem> problem_of_name(const Lesson& lesson, const std::string& name);

}  // namespace warpwise
