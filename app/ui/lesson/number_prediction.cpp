// A prediction whose answer is a number: it is entered, or clicked in another view, and after the commit compared with what the
// run shows.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "base/number_text.h"
#include "lesson/formula.h"
#include "lesson/given_answer.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/workbench/awaited.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {
namespace {

// "1,024" and "2^10" are numbers too.
std::optional<double> number_in(std::string text) {
    std::erase(text, ',');
    const auto value = evaluate_formula(text, {});
    if (text.empty() || !value) return std::nullopt;
    return *value;
}

// In Present the views have pages of their own, so there is nothing to click beside the question.
std::string how_to_answer(bool in_present, const Prediction& prediction) {
    const bool is_thread = prediction.click == kThreadClick;
    if (in_present)
        return is_thread ? "Enter the number of the thread."
                         : fmt::format("Enter the number of the element of {}.", prediction.click);
    return is_thread ? "Click the thread in the thread grid, or enter its number."
                     : fmt::format("Click the element in the array {}, or enter its number.", prediction.click);
}

// Where the learner clicks: an element in the array strip, or a thread in the grid. The view shows the launch that is asked about.
void where_to_click(Workbench& bench, LessonPanelState& state, const Prediction& prediction, std::string& text) {
    const bool is_thread = prediction.click == kThreadClick;
    const Look& look = bench.look;
    if (awaited_click(bench, prediction.click) == &prediction) {
        muted_text(look, how_to_answer(bench.settings.layout == LayoutName::present, prediction));
        if (is_thread) {
            const auto [seen, is_new] =
                state.seen_thread.try_emplace(bench.lesson->id + "/" + prediction.id, bench.pointing.chosen_thread);
            if (bench.pointing.chosen_thread && bench.pointing.chosen_thread != seen->second)
                text = std::to_string(*bench.pointing.chosen_thread);
            seen->second = bench.pointing.chosen_thread;
        } else {
            if (bench.pointing.clicked_element) text = std::to_string(*bench.pointing.clicked_element);
            bench.pointing.clicked_element.reset();
            const auto number = number_in(text);
            bench.pointing.marked_element = number ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
        }
    }
    if (bench.settings.layout == LayoutName::present) return;
    if (!small_button(look, is_thread ? "Show the threads##click" : "Show the array##click")) return;
    set_up_prediction(bench, prediction);
    focus_view(bench, is_thread ? "thread_grid" : "array_strip");
}

void entry(Workbench& bench, LessonPanelState& state, const Prediction& prediction) {
    const Look& look = bench.look;
    std::string& text = state.entered[bench.lesson->id + "/" + prediction.id];
    if (!prediction.click.empty()) where_to_click(bench, state, prediction, text);
    ImGui::SetNextItemWidth(look.px(140));
    const bool by_key = ImGui::InputTextWithHint("##number", prediction.click.empty() ? "a number" : "its number", &text,
                                                 ImGuiInputTextFlags_EnterReturnsTrue);
    if (!prediction.unit.empty()) {
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        text_in(look, look.theme.text, prediction.unit);
    }
    const std::optional<double> number = number_in(text);
    const bool ready = number.has_value() && !bench.results.status.busy;
    const bool pressed = primary_button(look, "Commit and run##prediction", nullptr, 0, ready);
    explain(look, ready ? "Keeps your answer, then runs the kernel to show which answer is right" : "Enter a number first");
    if (!ready || (!pressed && !by_key)) return;
    bench.lessons.progress[bench.lesson->id].numbers[prediction.id] = *number;
    note_commit(bench, prediction);
    run_prediction(bench, prediction);
}

void verdict(Workbench& bench, LessonPanelState& state, const Prediction& prediction, double entered) {
    const Look& look = bench.look;
    const bool right = prediction.is_right(entered);
    text_in(look, right ? look.theme.good : look.theme.bad,
            fmt::format("{}  {}  (your answer{})", right ? icon::kCheck : icon::kCross, number_answer(prediction, entered),
                        right ? ", right" : ""));
    const auto miss = std::ranges::find(prediction.near_misses, entered, &NearMiss::value);
    if (miss != prediction.near_misses.end()) muted_text(look, miss->why);
    if (!right || entered != prediction.number)
        text_in(look, look.theme.good, fmt::format("{}  {}  (right)", icon::kCheck, number_answer(prediction, prediction.number)));
    if (prediction.within > 0)
        muted_text(look, "An answer counts as right if it differs by at most " + number_text(prediction.within) + ".");
    muted_text(look, prediction.why);
    if (const std::string shown = shown_by_run(bench, prediction); !shown.empty()) {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, look.theme.text, "The run showed: " + shown);
    }
    again_button(bench, state, prediction, right);
}

}  // namespace

void number_prediction(Workbench& bench, LessonPanelState& state, const Prediction& prediction) {
    const auto& numbers = bench.lessons.progress[bench.lesson->id].numbers;
    const auto committed = numbers.find(prediction.id);
    if (committed == numbers.end()) return entry(bench, state, prediction);
    verdict(bench, state, prediction, committed->second);
}

}  // namespace warpwise::ui
