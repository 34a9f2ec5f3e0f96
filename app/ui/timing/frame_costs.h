// What a frame of a picture costs on each path from its kernel to the screen, part by part: measured while it was shown here, or
// taken from a recorded run as far as that has it. No window library in here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/record/record.h"

namespace warpwise::ui {

enum class FramePart : std::uint8_t { map, kernel, unmap, copy_out, colours, upload };
inline constexpr std::size_t kFrameParts = 6;
std::string_view title_of(FramePart);  // "copy to the host"

// Milliseconds; nothing where the path has no such part or it was not measured.
using PartTimes = std::array<std::optional<double>, kFrameParts>;

// The newest frames of every path that was taken since the lesson or its values changed.
class FrameLog {
  public:
    static constexpr std::size_t kMostFrames = 31;
    // Another `key` (lesson, kernel, values) starts anew.
    void note(const std::string& key, const std::string& path, const PartTimes&);
    void clear() { paths_.clear(); }
    bool empty() const { return paths_.empty(); }

    struct Path {
        std::string title;
        PartTimes median{};
        std::size_t frames = 0;
    };
    std::vector<Path> paths() const;  // by title

  private:
    std::string key_;
    std::map<std::string, std::deque<PartTimes>> paths_;
};

// A row of the view: stacked parts, and where they come from.
struct FrameCost {
    std::string path;    // "CPU threads"
    std::string source;  // "measured here, median of 31 frames", "recorded on 2026-11-21, kernel and copy alone"
    PartTimes ms{};
    bool recorded = false;
    double total_ms() const;
};
// Measured rows first, then a recorded run's: what its kernel, launched once for each step of a frame, and its copy took.
std::vector<FrameCost> frame_costs(const FrameLog&, const std::vector<const RunRecord*>& recorded, int launches);
// The end of an axis from zero on which `longest_ms` lies, given the one that is held (0: none). It stays while the longest bar
// fills a quarter of it and more: times that vary from frame to frame do not rescale it.
double held_axis_ms(double held_ms, double longest_ms);
// "kernel 3.6 ms + colours 410 µs + upload 90 us = 4.1 ms"
std::string cost_text(const FrameCost&);

}  // namespace warpwise::ui
