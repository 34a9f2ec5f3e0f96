// What the view `estimate` keeps between frames.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "ui/numbers/estimate_facts.h"

namespace warpwise::ui {

inline constexpr std::size_t kMostEarlierRuns = 8;

struct EstimateState {
    std::string of;  // lesson and kernel
    std::weak_ptr<const std::vector<Array>> made_from;
    EstimateView view;
    std::string problem;
    Samples samples;
    std::deque<Samples> earlier;  // runs of this kernel with other samples, newest last; without points
    std::uint64_t count = 0;      // samples that are shown
    double playing_at = -1;       // the share of the playback that is done; -1: it does not play
};

}  // namespace warpwise::ui
