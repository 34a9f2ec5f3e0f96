// Grades a learner's program: what it prints, what was found wrong with it, and what it launched and copied.
#pragma once

#include <string>

#include "experiment/check/exercise_result.h"

namespace warpwise {

// The program runs in a process of its own, with the user's rights. An Error where the lesson is not trusted
// (lesson/trusted_packs.h), or no program can be run here.
Result<ExerciseResult> check_program(const Lesson&, const Exercise&, const std::string& text, const ExerciseOptions&);

}  // namespace warpwise
