#include "ui/threads/latency_model.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpwise::ui {
namespace {

void add(std::vector<WarpSpan>& spans, WarpDoes what, int begin, int end, int cycles) {
    end = std::min(end, cycles);
    if (begin < end) spans.push_back({what, begin, end});
}

LatencyModel sensible(const LatencyModel& m) { return {std::max(1, m.warps), std::max(1, m.compute), std::max(0, m.latency)}; }

}  // namespace

LatencySchedule schedule_warps(const LatencyModel& model, int cycles) {
    const LatencyModel m = sensible(model);
    LatencySchedule schedule;
    schedule.cycles = cycles;
    schedule.warps.resize(static_cast<std::size_t>(m.warps));
    std::vector<int> ready_at(static_cast<std::size_t>(m.warps), 0);
    for (int now = 0; now < cycles;) {
        const auto next = std::ranges::min_element(ready_at);  // of several the first
        if (*next > now) {
            now = *next;  // no warp is ready: these cycles are lost
            continue;
        }
        auto& spans = schedule.warps[static_cast<std::size_t>(next - ready_at.begin())];
        add(spans, WarpDoes::ready, *next, now, cycles);
        const int done = now + m.compute;
        add(spans, WarpDoes::issuing, now, done, cycles);
        add(spans, WarpDoes::waiting, done, done + m.latency, cycles);
        schedule.issued += std::min(done, cycles) - now;
        *next = done + m.latency;
        now = done;
    }
    for (std::size_t warp = 0; warp < ready_at.size(); ++warp)
        add(schedule.warps[warp], WarpDoes::ready, ready_at[warp], cycles, cycles);
    return schedule;
}

int period_of(const LatencyModel& model) {
    const LatencyModel m = sensible(model);
    return std::max(m.compute + m.latency, m.warps * m.compute);
}

double utilisation_of(const LatencyModel& model) { return schedule_warps(model, 2 * period_of(model)).utilisation(); }

int warps_needed(const LatencyModel& model) {
    const LatencyModel m = sensible(model);
    return 1 + (m.latency + m.compute - 1) / m.compute;
}

std::string needed_text(const LatencyModel& model) {
    const LatencyModel m = sensible(model);
    const int needed = warps_needed(m);
    return fmt::format("1 + {} / {}{} = {} warp{} keep{} the scheduler busy.", m.latency, m.compute,
                       m.latency % m.compute == 0 ? "" : ", rounded up,", needed, needed == 1 ? "" : "s", needed == 1 ? "s" : "");
}

std::string littles_law_text(const LatencyModel& model) {
    const LatencyModel m = sensible(model);
    return fmt::format(
        "Little's law: loads in flight = throughput * latency. At full rate there is one load per {} cycle{}, each takes "
        "{} cycles, so {:.4g} loads are in flight: one per waiting warp.",
        m.compute, m.compute == 1 ? "" : "s", m.latency, static_cast<double>(m.latency) / m.compute);
}

}  // namespace warpwise::ui
