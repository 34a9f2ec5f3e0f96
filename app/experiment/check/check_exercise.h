// Grades a learner's text for a lesson's exercise: every shape to verify, random data from fresh seeds, then the gates.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "experiment/check/exercise_result.h"
#include "experiment/run/device_set.h"
#include "experiment/search/smallest_case.h"

namespace warpwise {

// "16 sectors per request, best known 4"
std::string text_of(const ScoreVerdict&);

// A text that is longer is not a learner's kernel.
inline constexpr std::size_t kMostExerciseBytes = std::size_t{1} << 20;

// The exercise of that id, or the lesson's first when it is empty; a usage error says which there are.
Result<const Exercise*> exercise_to_check(const Lesson& lesson, const std::string& id);

// An Error when the lesson has no exercise, or the run could not be made at all; a wrong kernel is a result that says so.
Result<ExerciseResult> check_exercise(const Lesson& lesson, const std::string& text, DeviceSet& devices,
                                      const ExerciseOptions& options = {});

// Of the first shape that failed; SmallestEnd::right where none did.
Result<SmallestCase> smallest_case_of(const Lesson& lesson, const ExerciseResult& result, DeviceSet& devices,
                                      const ExerciseOptions& options = {});

// "Its exercises are guard, stride."
std::string exercises_of(const Lesson& lesson);

// How many times a launch is checked, each with other data: as many as the longest list of `graded` fills among the arrays that the
// exercise's kernel takes.
std::size_t passes_of(const Lesson& lesson, const Exercise& exercise);
// The lesson with the data that texts are graded on in that pass: what the arrays' `graded` says, else random data.
Lesson with_random_data(const Lesson& lesson, std::size_t pass = 0);
// A launch of it as check_exercise() makes it, of an exercise that the lesson has (its first when no id is given).
ExperimentRequest exercise_request(const Lesson& lesson, const ParameterValues& parameters, const std::string& text,
                                   std::uint64_t seed, const std::string& exercise_id = {});

// Counters are compared for the default dtype: the number of sectors per load depends on it. Gates on writers alone are judged for
// all.
bool gate_applies(const Lesson& lesson, const ParameterValues& shape);

nlohmann::json to_json(const ExerciseResult& result);  // "warpwise.check/1"
std::string to_junit(const ExerciseResult& result);    // one test case a shape and a gate
std::string to_html(const ExerciseResult& result);     // one page that needs no other file
std::string text_of(const ExerciseResult& result);     // for a terminal
// What the compiler warned of in a text that passed: its results are right in the emulator, perhaps by luck. Empty: nothing.
std::string warnings_after_pass(const ExerciseResult& result);
// What the gates on counts had, for the lesson's author: "Its gates: writers / n is 1, at least 1 is required."
std::string gate_values_text(const ExerciseResult& result);

}  // namespace warpwise
