// What the timeline keeps between frames.
#pragma once

#include <string>

namespace warpwise::ui {

struct TimelineState {
    double begin_ms = 0, end_ms = 0;  // what is seen; end 0: all
    std::string run;                  // whose; another starts with all of it
};

}  // namespace warpwise::ui
