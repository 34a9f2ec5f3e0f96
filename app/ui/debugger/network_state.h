// What the graph of a network keeps between frames.
#pragma once

#include <memory>
#include <vector>

#include "ui/debugger/network_facts.h"
#include "ui/debugger/request_clock.h"

namespace warpwise::ui {

struct NetworkState {
    std::shared_ptr<const DebugState> of;  // the end of the survey that the reads were made from
    NetworkLayers layers;
    std::vector<WeightRead> reads;
    std::vector<float> weights;  // that the launch begins with
    NetworkNow now;
    RequestClock clock;  // without the learner's session
};

}  // namespace warpwise::ui
