// What a sweep of a lesson runs over, and what its view keeps between frames.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise::ui {

struct SweepState {
    std::string lesson;  // whose state this is: another lesson starts as its manifest says
    bool end_to_end = false;
    bool stacked = false;            // phases below the curves, which then are end to end
    std::array<double, 4> limits{};  // of the axes as the data last set them; other data sets them anew
};

// The state as the lesson's sweep view says, when the lesson is another than the one it was of.
void begin_lesson(SweepState&, const Lesson&);

// The parameter that a sweep varies unless the learner says otherwise: that of the lesson's sweep view, else the first size.
const Parameter* sweep_parameter(const Lesson&);
// The values a sweep runs over: those of the lesson's sweep view, else powers of two up to where a point takes a second.
std::vector<std::int64_t> sweep_values(const Lesson&, const Parameter&);

}  // namespace warpwise::ui
