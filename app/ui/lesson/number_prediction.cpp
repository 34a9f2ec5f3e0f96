// A prediction whose answer is a number: it is entered, and after the commit compared with what the run shows.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "lesson/formula.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/lesson_panel.h"

namespace warpwise::ui {
namespace {

// "1,024" and "2^10" are numbers too.
std::optional<double> number_in(std::string text) {
    std::erase(text, ',');
    const auto value = evaluate_formula(text, {});
    if (text.empty() || !value) return std::nullopt;
    return *value;
}

std::string with_unit(const Prediction& prediction, double number) {
    return number_text(number) + (prediction.unit.empty() ? "" : " " + prediction.unit);
}

void entry(Workbench& bench, LessonPanelState& state, const Prediction& prediction) {
    const Look& look = bench.look;
    std::string& text = state.entered[bench.lesson->id + "/" + prediction.id];
    ImGui::SetNextItemWidth(look.px(140));
    const bool by_key = ImGui::InputTextWithHint("##number", "a number", &text, ImGuiInputTextFlags_EnterReturnsTrue);
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
    bench.post(ask::SaveSettings{});
    run_prediction(bench, prediction);
}

void verdict(Workbench& bench, LessonPanelState& state, const Prediction& prediction, double entered) {
    const Look& look = bench.look;
    const bool right = prediction.is_right(entered);
    text_in(look, right ? look.theme.good : look.theme.bad,
            fmt::format("{}  {}  (your answer{})", right ? icon::check : icon::cross, with_unit(prediction, entered),
                        right ? ", right" : ""));
    const auto miss = std::ranges::find(prediction.near_misses, entered, &NearMiss::value);
    if (miss != prediction.near_misses.end()) muted_text(look, miss->why);
    if (!right || entered != prediction.number)
        text_in(look, look.theme.good, fmt::format("{}  {}  (right)", icon::check, with_unit(prediction, prediction.number)));
    if (prediction.within > 0)
        muted_text(look, "Right is what differs by at most " + with_unit(prediction, prediction.within) + ".");
    muted_text(look, prediction.why);
    if (const std::string shown = shown_by_run(bench, prediction); !shown.empty()) {
        const FontScope font(look.fonts.semibold, look.px(Fonts::body));
        text_in(look, look.theme.text, "The run showed: " + shown);
    }
    if (small_button(look, "Ask me again##prediction")) ask_again(bench, state, prediction);
}

}  // namespace

void number_prediction(Workbench& bench, LessonPanelState& state, const Prediction& prediction) {
    const auto& numbers = bench.lessons.progress[bench.lesson->id].numbers;
    const auto committed = numbers.find(prediction.id);
    if (committed == numbers.end()) return entry(bench, state, prediction);
    verdict(bench, state, prediction, committed->second);
}

}  // namespace warpwise::ui
