// A model of one warp scheduler that hides latency: warps that issue, are ready or wait for memory, cycle by cycle. It is not a
// measurement: every instruction takes one cycle to issue, every load the same time. No window library.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpwise::ui {

struct LatencyModel {
    int warps = 1;      // that the scheduler holds
    int compute = 32;   // instructions that a warp issues, one per cycle, before it waits
    int latency = 480;  // cycles that it waits for its load; 0: none
    bool operator==(const LatencyModel&) const = default;
};

enum class WarpDoes : std::uint8_t { issuing, ready, waiting };
struct WarpSpan {
    WarpDoes what = WarpDoes::issuing;
    int begin = 0, end = 0;  // cycles; end is one past
    bool operator==(const WarpSpan&) const = default;
};

struct LatencySchedule {
    std::vector<std::vector<WarpSpan>> warps;  // without gaps, from cycle 0 to `cycles`
    int cycles = 0, issued = 0;                // the scheduler issues at most one instruction per cycle
    double utilisation() const { return cycles > 0 ? static_cast<double>(issued) / cycles : 0; }
};
// The scheduler stays with a warp until it waits, and then takes the warp that has been ready for the longest time.
LatencySchedule schedule_warps(const LatencyModel&, int cycles);

// After so many cycles the schedule repeats.
int period_of(const LatencyModel&);
// Of whole periods, by the schedule.
double utilisation_of(const LatencyModel&);
// The fewest warps that leave no cycle unused: 1 + latency / compute, rounded up.
int warps_needed(const LatencyModel&);

// "1 + 480 / 32 = 16 warps keep the scheduler busy."
std::string needed_text(const LatencyModel&);
// Little's law in the numbers of the model.
std::string littles_law_text(const LatencyModel&);

}  // namespace warpwise::ui
