// A prediction whose answer is a curve: it is drawn over the empty axes of the sweep, and the sweep then draws the counted one.
#include <fmt/format.h>
#include <imgui.h>

#include "lesson/curve_shape.h"
#include "lesson/given_answer.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/timing/count_sweep.h"
#include "ui/timing/sketch.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {
namespace {

void drawing(Workbench& bench, const Prediction& prediction) {
    const Look& look = bench.look;
    const std::vector<double>& heights = sketch_of(bench, prediction);
    const bool drawn = is_drawn(heights), ready = drawn && !bench.results.status.busy;
    muted_text(look, drawn ? fmt::format("Your curve {}.", name_of(shape_of(heights, prediction.top)))
                           : std::string("Draw the curve over the empty axes of the sweep, from its left edge to its right one."));
    // a presentation shows them below
    if (bench.settings.layout != LayoutName::present && small_button(look, "Show the axes##sketch")) {
        if (bench.results.sweep) clear_sketch(bench);
        focus_view(bench, "sweep");
    }
    const bool pressed = primary_button(look, "Commit and sweep##prediction", nullptr, 0, ready);
    explain(look, ready ? "Keeps your curve, then counts the true one in the emulator and draws it beside yours"
                        : "Draw the whole curve first");
    if (!pressed || !ready) return;
    bench.lessons.progress[bench.lesson->id].sketches[prediction.id] = heights;
    note_commit(bench, prediction);
    set_up_prediction(bench, prediction);
    bench.post(ask::RunSweep{});
    if (bench.settings.layout != LayoutName::present) focus_view(bench, "sweep");
}

}  // namespace

void clear_sketch(Workbench& bench) {
    bench.state<SketchState>() = {};
    bench.state<CountSweepState>().points.clear();
    bench.post(ask::Cancel{});
    bench.results.sweep.reset();
}

void sketch_prediction(Workbench& bench, LessonPanelState& state, const Prediction& prediction) {
    const Look& look = bench.look;
    const auto given = given_answer(bench.lessons.progress[bench.lesson->id], prediction);
    if (!given) return drawing(bench, prediction);
    text_in(
        look, given->right ? look.theme.good : look.theme.bad,
        fmt::format("{}  You drew {}{}", given->right ? icon::kCheck : icon::kCross, given->text, given->right ? "  (right)" : ""));
    if (!given->right) text_in(look, look.theme.good, fmt::format("{}  It is {}", icon::kCheck, right_answer(prediction)));
    muted_text(look, prediction.why);
    const bool presents = bench.settings.layout == LayoutName::present;
    if (!presents || !bench.results.sweep) {
        if (small_button(look, "Show both curves##prediction")) {
            if (!bench.results.sweep) {
                set_up_prediction(bench, prediction);
                bench.post(ask::RunSweep{});
            }
            if (!presents) focus_view(bench, "sweep");
        }
        ImGui::SameLine();
    }
    if (small_button(look, "Ask me again##prediction")) ask_again(bench, state, prediction);
}

}  // namespace warpwise::ui
