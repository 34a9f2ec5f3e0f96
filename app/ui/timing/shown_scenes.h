// What the views of times show now, as data, to be drawn elsewhere than in the window.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "device/interface/device.h"
#include "experiment/ranks/job_run.h"
#include "ui/kit/plot_helpers.h"
#include "ui/timing/roofline_points.h"
#include "ui/timing/sweep_phases.h"
#include "ui/timing/timings_rows.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct TimingsScene {
    std::vector<TimingRow> rows;
    bool logarithmic = true, with_first = false;
};

struct SweepCurve {
    DeviceId device = DeviceKind::cpu_serial;
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
    std::optional<PhaseStack> stack;  // what a GPU's times are made of, where the view stacks it
    std::string stack_label;          // the GPU's, as in the legend: "NVIDIA H200, recorded 2026-11-22"
};

// A sweep of counts.
struct CountScene {
    std::string over;
    struct Curve {
        std::string name;
        std::vector<CurvePoint> points;  // size and count
    };
    std::vector<Curve> curves;
    std::vector<CurvePoint> sketch;  // the curve that the learner has drawn before
};

struct RooflineScene {
    std::vector<Roof> roofs;
    std::vector<RoofPoint> points;
    struct Trail {
        DeviceId device{};
        std::optional<std::size_t> recording;
        std::vector<CurvePoint> points;  // FLOP per byte and GFLOP/s
    };
    std::vector<Trail> trails;
};

struct TimelineScene {
    std::vector<StreamSpan> spans;
    bool recorded = false;
    std::string device, date;
};

// Each empty where the view would say that there is nothing yet.
TimingsScene shown_timings(Workbench&);          // timings_panel.cpp
SweepScene shown_sweep(const Workbench&);        // sweep_panel.cpp
CountScene shown_counts(Workbench&);             // count_sweep.cpp
RooflineScene shown_roofline(Workbench&);        // roofline_panel.cpp
TimelineScene shown_timeline(const Workbench&);  // timeline_panel.cpp
const JobRun* shown_job(const Workbench&);       // ranks_panel.cpp; null: none has run
// Brings the view to the front, which runs the job.
void start_job_in_view(Workbench&, const std::string& job);
// For a picture: the job runs, and the view shows it.
void run_shown_job(Workbench&, const std::string& job);

}  // namespace warpwise::ui
