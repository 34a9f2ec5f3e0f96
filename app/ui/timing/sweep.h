// What a sweep of a lesson runs over, and what its view keeps between frames.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise::ui {

struct SweepState {
    bool end_to_end = false;
    std::array<double, 4> limits{};  // of the axes as the data last set them; other data sets them anew
};

// The parameter that a sweep varies unless the learner says otherwise: that of the lesson's sweep view, else the first size.
const Parameter* sweep_parameter(const Lesson&);
// The values a sweep runs over: those of the lesson's sweep view, else powers of two up to where a point takes a second.
std::vector<std::int64_t> sweep_values(const Lesson&, const Parameter&);

}  // namespace warpwise::ui
