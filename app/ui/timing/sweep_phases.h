// What the GPU's times in a sweep are made of: at each size the copies and the kernel, to be drawn as a stacked bar. No window
// library in here.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ui/timing/timings_rows.h"
#include "ui/workbench/results.h"

namespace warpwise::ui {

struct PhaseStack {
    DeviceId device{};
    bool recorded = false;
    std::size_t recording = 0;  // which, of several
    struct Bar {
        double x = 0;
        TimingBar phases;
    };
    std::vector<Bar> bars;            // by rising x
    std::vector<std::size_t> phases;  // those that any bar has, in the order in which they run
};

// Of the first GPU whose points have copies: measured here before recorded, and of each kind a chosen device first. Compiling and
// loading happen once and not at each size: no bar has them. Nothing where no GPU's points have copies.
std::optional<PhaseStack> phase_stack(const Sweep&, const std::set<DeviceId>& chosen);

// "NVIDIA H200, recorded 2026-11-21, by phase: copy in, kernel, copy out (linear while phases are stacked)"
std::string stack_text(const PhaseStack&, const std::string& label);
// "copy in 547 us, kernel 5.27 us, copy out 263 us" of one point; empty where it has no copies.
std::string point_phases_text(const Sweep::Point&);

}  // namespace warpwise::ui
