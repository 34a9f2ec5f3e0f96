// A figure for each view that has one, drawn from the view's facts. Each says what it shows, how its numbers came about, and
// stays readable for long names and large launches: the number of shapes is bounded (most_primitives).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/png.h"
#include "device/occupancy.h"
#include "experiment/record.h"
#include "ui/export/figure_page.h"
#include "ui/kit/plot_helpers.h"
#include "ui/threads/thread_grid_facts.h"
#include "ui/timing/roofline_points.h"
#include "ui/timing/timings_rows.h"

namespace warpwise::ui::figure {

inline constexpr std::size_t most_primitives = 14000;

// What a figure's page says beside the figure itself. `words.source` is what the figure cannot know, such as when it was drawn;
// its own sentence about its numbers goes before it.
struct Setting {
    std::shared_ptr<const FontSet> fonts;
    Options options;
    Words words;
    std::vector<std::pair<std::string, std::string>> made_with;
};

// Threads as cells, blocks as tiles or groups of blocks as tiles, whatever can still be told apart; the array below.
struct ThreadsScene {
    const ThreadFacts* facts = nullptr;
    const RunRecord* record = nullptr;
    std::string array;  // that the kernel writes; may be empty
    std::optional<std::uint64_t> chosen;
};
Figure thread_grid_figure(const Setting&, const ThreadsScene&);
Figure array_strip_figure(const Setting&, const ThreadsScene&);

struct TimingsScene {
    std::vector<TimingRow> rows;
    bool logarithmic = true, with_first = false;
};
Figure timing_phases_figure(const Setting&, const TimingsScene&);
Figure timing_samples_figure(const Setting&, const TimingsScene&);

struct SweepCurve {
    DeviceKind device = DeviceKind::cpu_serial;
    std::optional<std::size_t> recording;  // which one, of what was recorded elsewhere; nothing: measured here
    std::string name, source;              // "CPU serial", "measured here"
    std::vector<CurvePoint> points;        // size and milliseconds, sorted
};
struct SweepScene {
    std::string over;  // "n"
    bool end_to_end = false;
    std::vector<SweepCurve> curves;
    std::string verdict;
    std::optional<Crossover> crossover;
};
Figure sweep_figure(const Setting&, const SweepScene&);

struct RooflineScene {
    std::vector<Roof> roofs;
    std::vector<RoofPoint> points;
    struct Trail {
        DeviceKind device = DeviceKind::cuda;
        std::optional<std::size_t> recording;
        std::vector<CurvePoint> points;  // FLOP per byte and GFLOP/s
    };
    std::vector<Trail> trails;
};
Figure roofline_figure(const Setting&, const RooflineScene&);

struct TimelineScene {
    std::vector<StreamSpan> spans;
    bool recorded = false;
    std::string device, date;
};
Figure timeline_figure(const Setting&, const TimelineScene&);

struct OccupancyScene {
    SmLimits sm;
    OccupancyQuestion question;
    std::string registers_from;  // "as the GPU's compiler says"
};
Figure occupancy_figure(const Setting&, const OccupancyScene&);

// A picture that a kernel drew, one element a pixel or as it is on the screen.
struct PictureScene {
    Image image;
    bool sharp = true;  // elements stay squares when they are enlarged
};
Figure picture_figure(const Setting&, const PictureScene&);

}  // namespace warpwise::ui::figure
