#include "ui/workbench/progress_shown.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <optional>

#include "ui/kit/widgets.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

struct ProgressState {
    RunProgress now;
    std::optional<double> began_s;
    int frame = -1;
};

std::string words_of(const Results& results) {
    const bool sweeping = results.sweep && results.sweep->running;
    const std::string what = !results.status.what.empty() ? results.status.what : sweeping ? "Sweeping" : "Waiting";
    return sentence(results.status.waiting > 0 ? fmt::format("{}, {} more to run", what, results.status.waiting) : what);
}

}  // namespace

double done_fraction(const Results& results) {
    const double now = std::clamp(results.status.fraction, 0.0, 1.0);
    const bool sweeping = results.sweep && results.sweep->running && results.sweep->asked > 0;
    if (!sweeping) return now;
    return std::min(1.0, (static_cast<double>(results.sweep->done) + now) / static_cast<double>(results.sweep->asked));
}

const RunProgress& run_progress(Workbench& bench) {
    ProgressState& state = bench.state<ProgressState>();
    if (state.frame == ImGui::GetFrameCount()) return state.now;
    state.frame = ImGui::GetFrameCount();
    Results& results = bench.results;
    const bool busy = results.status.busy || results.status.waiting > 0 || (results.sweep && results.sweep->running);
    if (!busy) state.began_s.reset();
    if (busy && !state.began_s) state.began_s = ImGui::GetTime();
    state.now.shown = state.began_s && ImGui::GetTime() - *state.began_s >= kLeastShownRunS;
    results.is_told_running = state.now.shown;
    if (state.now.shown) {
        state.now.fraction = static_cast<float>(done_fraction(results));
        state.now.text = words_of(results);
    }
    return state.now;
}

}  // namespace warpwise::ui
