// A figure for each view that has one, drawn from the view's facts. Each says what it shows, how its numbers came about, and
// stays readable for long names and large launches: the number of shapes is bounded (kMostPrimitives).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/png.h"
#include "device/interface/occupancy.h"
#include "experiment/ranks/job_run.h"
#include "experiment/record/record.h"
#include "ui/compare/compare_facts.h"
#include "ui/debugger/shown_accesses.h"
#include "ui/debugger/shown_bins.h"
#include "ui/debugger/shown_flow.h"
#include "ui/debugger/shown_tile.h"
#include "ui/export/figure_page.h"
#include "ui/kit/plot_helpers.h"
#include "ui/numbers/shown_estimate.h"
#include "ui/picture/shown_lanes.h"
#include "ui/threads/address_scene.h"
#include "ui/threads/occupancy_scene.h"
#include "ui/threads/request_facts.h"
#include "ui/threads/thread_grid_facts.h"
#include "ui/timing/shown_scenes.h"

namespace warpwise::ui::figure {

inline constexpr std::size_t kMostPrimitives = 14000;

// What a figure's page says beside the figure itself. `words.source` is what the figure cannot know, such as which machine is
// "here"; its own sentence about its numbers goes before it.
struct Setting {
    std::shared_ptr<const FontSet> fonts;
    Options options;
    Words words;
    std::vector<std::pair<std::string, std::string>> made_with;
    std::string day = {};  // "2026-11-22", on which it is drawn: the caption's end, unless the numbers are of that day
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

Figure timing_phases_figure(const Setting&, const TimingsScene&);
Figure timing_samples_figure(const Setting&, const TimingsScene&);

Figure sweep_figure(const Setting&, const SweepScene&);
Figure counts_figure(const Setting&, const CountScene&);

Figure roofline_figure(const Setting&, const RooflineScene&);

Figure timeline_figure(const Setting&, const TimelineScene&);

Figure ranks_figure(const Setting&, const JobRun*);  // null: none has run

Figure occupancy_figure(const Setting&, const OccupancyScene&);

Figure address_map_figure(const Setting&, const AddressScene&);
Figure request_figure(const Setting&, const RequestFacts&);

Figure accesses_figure(const Setting&, const ShownAccesses&);

Figure flow_figure(const Setting&, const ShownFlow&);

Figure tile_figure(const Setting&, const ShownTile&);

Figure bins_figure(const Setting&, const ShownBins&);

Figure estimate_figure(const Setting&, const ShownEstimate&);

// The learner's run beside the lesson's; without facts nothing was compared.
struct ComparedScene {
    const CompareFacts* facts = nullptr;
    LaunchShape yours, lessons;
};
Figure compare_figure(const Setting&, const ComparedScene&);

// A picture that a kernel drew, as it is on the screen.
struct PictureScene {
    Image image;
    double pixels_per_unit = 1;            // of a figure that is written at this scale, so that its pixels stay what they are
    std::optional<ShownLanes> lanes = {};  // bars below it
};
Figure picture_figure(const Setting&, const PictureScene&);

}  // namespace warpwise::ui::figure
