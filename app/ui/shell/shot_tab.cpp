#include "ui/shell/shot_tab.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/suggest.h"
#include "ui/shell/views.h"
#include "ui/threads/thread_grid_state.h"
#include "ui/timing/frame_costs_view.h"
#include "ui/timing/shown_scenes.h"
#include "ui/timing/sweep.h"
#include "ui/timing/timings_state.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

struct Tab {
    const char *view, *name;
    void (*choose)(Workbench&);
};

template <TimingsFace face>
void choose_timings(Workbench& bench) {
    bench.state<TimingsState>().face = face;
}

template <ThreadFace face>
void choose_threads(Workbench& bench) {
    bench.state<ThreadGridState>().layers.face = face;
}

template <bool end_to_end, bool stacked>
void choose_sweep(Workbench& bench) {
    SweepState& state = bench.state<SweepState>();
    state.end_to_end = end_to_end;
    state.stacked = stacked;
}

constexpr Tab kTabs[] = {
    {"timings", "frame", choose_timings<TimingsFace::frame>},
    {"timings", "phases", choose_timings<TimingsFace::phases>},
    {"timings", "samples", choose_timings<TimingsFace::samples>},
    {"timings", "live", choose_timings<TimingsFace::live>},
    {"thread_grid", "stack", choose_threads<ThreadFace::stack>},
    {"thread_grid", "slice", choose_threads<ThreadFace::slice>},
    {"thread_grid", "order", choose_threads<ThreadFace::order>},
    {"thread_grid", "flat", choose_threads<ThreadFace::flat>},
    {"sweep", "kernel", choose_sweep<false, false>},
    {"sweep", "copies", choose_sweep<true, false>},
    {"sweep", "phases", choose_sweep<true, true>},
};

const Tab* find_tab(const ShotOptions& wanted) {
    const auto found =
        std::ranges::find_if(kTabs, [&](const Tab& tab) { return tab.view == wanted.view && tab.name == wanted.tab; });
    return found != std::end(kTabs) ? &*found : nullptr;
}

std::vector<std::string> known_tabs(std::string_view view) {
    std::vector<std::string> known;
    for (const Tab& tab : kTabs)
        if (tab.view == view) known.emplace_back(tab.name);
    return known;
}

}  // namespace

Result<void> check_tab(const ShotOptions& wanted) {
    if (wanted.tab.empty() || wanted.view == "ranks") return {};  // a job of the lesson, which runs
    const std::vector<std::string> known = known_tabs(wanted.view);
    if (std::ranges::find(known, wanted.tab) != known.end()) return {};
    if (known.empty())
        return usage_error(fmt::format("the view {} has no tabs", wanted.view),
                           "--tab chooses a tab of timings, thread_grid or sweep, or a job of ranks.");
    const std::string near = did_you_mean(wanted.tab, known);
    return usage_error(fmt::format("the view {} has no tab '{}'", wanted.view, wanted.tab),
                       near.empty() ? fmt::format("Its tabs are {}.", listed(known)) : near);
}

void choose_tab(Workbench& bench, const ShotOptions& wanted) {
    if (wanted.tab.empty()) return;
    if (wanted.view == "ranks") return run_shown_job(bench, wanted.tab);
    if (const Tab* tab = find_tab(wanted)) tab->choose(bench);
}

Result<void> check_tab_is_seen(const Workbench& bench, const ShotOptions& wanted) {
    if (wanted.view == "ranks" && !wanted.tab.empty() && shown_job(bench) == nullptr)
        return failure(fmt::format("the job {} did not run", wanted.tab), "`warpwise run LESSON --ranks 4 --job ID` says why.");
    if (wanted.view == "timings" && wanted.tab == "frame" && bench.lesson != nullptr && !has_picture(*bench.lesson))
        return usage_error("lesson '" + bench.lesson->id + "' has no picture, so its timings have no tab frame");
    return {};
}

}  // namespace warpwise::ui
