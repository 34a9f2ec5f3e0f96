// The live plot: the draft runs again and again, at most ten times per second, until it is switched off or another lesson opens.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// How much of its past the plot shows.
inline constexpr double kLiveSeconds = 20;

struct LiveLoop {
    bool on = false;
    bool end_to_end = false;  // what the plot shows
    std::string kernel;       // what the points are of; another kernel starts anew
    struct Point {
        double at_s = 0;  // of the loop's own clock
        double kernel_ms = 0, total_ms = 0;
        bool operator==(const Point&) const = default;
    };
    std::map<DeviceId, std::deque<Point>> series;  // oldest first, those of the last seconds
    double now_s = 0;
    double rounds_a_second = 0;  // as achieved lately
};

// Of the chosen devices those that are there and have times.
std::vector<DeviceId> live_devices(const Workbench&);

}  // namespace warpwise::ui
