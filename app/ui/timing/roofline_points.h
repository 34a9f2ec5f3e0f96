// What the roofline shows, worked out from ceilings, runs and the sweep. No window library in here.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "experiment/record/ceilings.h"
#include "experiment/record/record.h"

namespace warpwise::ui {

// A device's roof: min(peak, bandwidth * intensity).
struct Roof {
    DeviceId device{};
    bool recorded = false;
    std::size_t recording = 0;  // which recording
    std::string name, date;
    double gb_s = 0, gflop_s = 0;

    double at(double flop_per_byte) const { return std::min(gflop_s, gb_s * flop_per_byte); }
    // Left of it memory limits, right of it arithmetic.
    double ridge() const { return gflop_s / gb_s; }
};
// Of the ceilings that have both sides for this dtype.
std::vector<Roof> roofs_of(const std::vector<Ceilings>&, DType);

// Where a run lies; nothing when the lesson states no work or the kernel was not timed.
struct RoofPoint {
    DeviceId device{};
    bool recorded = false;
    std::size_t recording = 0;
    double flop_per_byte = 0, gflop_s = 0;
};
std::optional<RoofPoint> roof_point(const RunRecord&);

// From this share of its roof on, the roof is what limits a run; below, something else keeps it from there.
inline constexpr double kNearTheRoof = 0.6;

// "82 % of what NVIDIA H200 can do at this intensity: memory is the limit"; far below its roof neither side is.
std::string judgement(const RoofPoint&, const Roof&);

}  // namespace warpwise::ui
