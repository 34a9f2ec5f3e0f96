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
    double work_ms = 0;    // all spans, one after the other
    std::size_t chunks = 0, streams = 0;
    // The share of the work that went on beside other work: 0 when everything waits for everything.
    double hidden() const { return work_ms > length_ms && work_ms > 0 ? 1 - length_ms / work_ms : 0; }
};
Overlap overlap_of(std::span<const StreamSpan>);
// "8 chunks on 4 streams: 3.2 ms; 5.1 ms one after the other: overlap hides 37 %"
std::string overlap_text(const Overlap&);

std::string operation_label(const std::string& operation);  // "copy in"

}  // namespace warpwise::ui
