// What the view `sum_race` keeps between frames.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lesson/lesson.h"
#include "ui/numbers/sum_orders.h"

namespace warpwise::ui {

// What the sums were made from; a change of any makes them anew.
struct SumRaceKey {
    std::string lesson;
    ParameterValues parameters;
    DType dtype = DType::f16;
    std::uint64_t seed = 0, shuffle = 1;
    bool operator==(const SumRaceKey&) const = default;
};

struct SumRaceState {
    std::optional<SumRaceKey> key;
    SumRace race;
    std::string array, problem;
    std::uint64_t of_elements = 0;  // the array has, of which the race adds the first

    std::optional<DType> dtype;  // the learner's choice; nothing: the lesson's
    std::string dtype_of;        // the lesson of that choice
    std::uint64_t shuffle = 1;
    double share = 1;  // of the numbers that are added so far
    bool playing = false, by_chain = false, in_ulp = false;
};

}  // namespace warpwise::ui
