#include "ui/timing/sweep_phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/number_text.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kCopyInPhase = kKernelPhase - 1, kCopyOutPhase = kKernelPhase + 1;
static_assert(kTimedPhases[kCopyInPhase] == "copy_in" && kTimedPhases[kCopyOutPhase] == "copy_out");

bool has_copies(const Sweep::Point& p) { return p.copy_in_ms > 0 || p.copy_out_ms > 0; }

TimingBar bar_of(const Sweep::Point& p) {
    TimingBar bar;
    bar.ms[kCopyInPhase] = std::max(0.0, p.copy_in_ms);
    bar.ms[kKernelPhase] = std::max(0.0, p.kernel_ms);
    bar.ms[kCopyOutPhase] = std::max(0.0, p.copy_out_ms);
    return bar;
}

bool can_be_stacked(const DeviceId& device, const std::vector<Sweep::Point>& points) {
    const DeviceTraits& traits = traits_of(device);
    return traits.is_gpu && traits.has_times &&
           std::ranges::any_of(points, [](const Sweep::Point& p) { return p.x > 0 && has_copies(p); });
}

PhaseStack stack_of(PhaseStack stack, const std::vector<Sweep::Point>& points) {
    for (const Sweep::Point& p : points)
        if (p.x > 0 && has_copies(p)) stack.bars.push_back({p.x, bar_of(p)});
    std::ranges::sort(stack.bars, {}, &PhaseStack::Bar::x);
    for (std::size_t phase = 0; phase < kTimedPhases.size(); ++phase)
        if (std::ranges::any_of(stack.bars, [&](const PhaseStack::Bar& bar) { return bar.phases.ms[phase] > 0; }))
            stack.phases.push_back(phase);
    return stack;
}

}  // namespace

std::optional<PhaseStack> phase_stack(const Sweep& sweep, const std::set<DeviceId>& chosen) {
    struct Candidate {
        PhaseStack stack;  // without bars
        const std::vector<Sweep::Point>* points;
    };
    std::vector<Candidate> candidates;
    for (const auto& [device, points] : sweep.series)
        if (can_be_stacked(device, points)) candidates.push_back({{device, false, 0, {}, {}}, &points});
    for (const Sweep::RecordedSeries& series : sweep.recorded)
        if (can_be_stacked(series.device, series.points))
            candidates.push_back({{series.device, true, series.recording, {}, {}}, &series.points});
    if (candidates.empty()) return std::nullopt;
    const auto is_not_chosen = [&](const Candidate& c) { return !chosen.contains(c.stack.device); };
    const auto rank = [&](const Candidate& c) { return std::pair(c.stack.recorded, is_not_chosen(c)); };
    const auto best = std::ranges::min_element(candidates, {}, rank);  // the first of equals
    return stack_of(best->stack, *best->points);
}

std::string stack_text(const PhaseStack& stack, const std::string& label) {
    std::string phases;
    for (const std::size_t phase : stack.phases) phases += (phases.empty() ? "" : ", ") + phase_label(phase);
    return fmt::format("{}, by phase: {} (linear while phases are stacked)", label, phases);
}

std::string point_phases_text(const Sweep::Point& point) {
    std::string text;
    if (!has_copies(point)) return text;
    const TimingBar bar = bar_of(point);
    for (std::size_t phase = 0; phase < bar.ms.size(); ++phase)
        if (bar.ms[phase] > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", phase_label(phase), short_duration(bar.ms[phase]));
    return text;
}

}  // namespace warpwise::ui
