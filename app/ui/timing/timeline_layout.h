// What the timeline shows and how its window moves, worked out from the spans. No window library in here.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "device/interface/device.h"

namespace warpwise::ui {

// A part of the time axis, in milliseconds.
struct TimeWindow {
    double begin_ms = 0, end_ms = 1;
    double length() const { return end_ms - begin_ms; }
    bool operator==(const TimeWindow&) const = default;
};

// From the first begin to the last end; {0, 1} without spans.
TimeWindow whole_of(std::span<const StreamSpan>);
// `factor` below 1 zooms in; the moment `at_ms` stays where it is. Never shorter than a thousandth of the whole, and never outside.
TimeWindow zoomed(TimeWindow, const TimeWindow& whole, double at_ms, double factor);
TimeWindow panned(TimeWindow, const TimeWindow& whole, double by_ms);

// The streams that have spans, in order.
std::vector<int> streams_of(std::span<const StreamSpan>);

struct Overlap {
    double length_ms = 0;  // from the first begin to the last end
    double work_ms = 0;    // the lengths of all spans; operations that share the machine are longer than alone
    std::size_t chunks = 0, streams = 0;
    // Some went on beside others. What that saves, only a run without it says.
    bool is_seen() const { return work_ms > 1.005 * length_ms; }
};
Overlap overlap_of(std::span<const StreamSpan>);
// "8 chunks on 4 streams: 3.2 ms from first to last; the operations, some at the same time, add up to 5.1 ms"
std::string overlap_text(const Overlap&);

std::string operation_label(const std::string& operation);  // "copy in"

}  // namespace warpwise::ui
