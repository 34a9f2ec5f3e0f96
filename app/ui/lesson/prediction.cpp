// A prediction: the learner commits to an answer, the run shows the right one.
#include <fmt/format.h>

#include <algorithm>

#include "lesson/answer_order.h"
#include "lesson/formula.h"
#include "lesson/given_answer.h"
#include "ui/kit/markdown.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/prose_links.h"
#include "ui/run/result_text.h"
#include "ui/timing/shown_scenes.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

namespace {

bool in_range(const Prediction& prediction, int answer) {
    return answer >= 0 && answer < static_cast<int>(prediction.answers.size());
}

void answer_text(const Look& look, ImU32 colour, const std::string& text) {
    ImGui::SameLine(0, look.px(8));
    ImGui::AlignTextToFramePadding();
    text_in(look, colour, text);
}

// Widgets are named by an answer's place in the manifest, wherever it is shown.
void open_answers(Workbench& bench, const Prediction& prediction, const std::vector<std::size_t>& order, int& chosen) {
    for (const std::size_t i : order) {
        const int answer = static_cast<int>(i);
        // on the card's own ground the usual outline is too faint to be seen as a choice
        const ColourScope outline{{ImGuiCol_Border, mix(bench.look.theme.line, bench.look.theme.text, 0.4f)}};
        if (ImGui::RadioButton(fmt::format("##answer_{}", i).c_str(), chosen == answer)) chosen = answer;
        answer_text(bench.look, bench.look.theme.text, prediction.answers[i].text);
        if (ImGui::IsItemClicked()) chosen = answer;
    }
}

void mark(const Look& look, ImU32 colour, const char* icon) {
    const float edge = ImGui::GetFrameHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size = ImGui::CalcTextSize(icon);
    ImGui::GetWindowDrawList()->AddText({at.x + (edge - size.x) / 2, at.y + (edge - size.y) / 2}, colour, icon);
    ImGui::Dummy({edge, edge});
    static_cast<void>(look);
}

void closed_answers(const Look& look, const Prediction& prediction, const std::vector<std::size_t>& order, int chosen) {
    for (const std::size_t i : order) {
        const Answer& answer = prediction.answers[i];
        const bool mine = static_cast<int>(i) == chosen;
        const ImU32 colour = answer.right ? look.theme.good : mine ? look.theme.bad : look.theme.muted;
        mark(look, colour, answer.right ? icon::kCheck : mine ? icon::kCross : icon::kCircleEmpty);
        std::string text = answer.text;
        if (mine)
            text += answer.right ? "  (your answer, right)" : "  (your answer)";
        else if (answer.right)
            text += "  (right)";
        answer_text(look, answer.right || mine ? look.theme.text : look.theme.muted, text);
        if (!answer.why.empty() && (mine || answer.right)) {
            ImGui::SetCursorPosY(ImGui::GetCursorPosY() - look.px(6));  // closer to its answer than to the next
            ImGui::Indent(ImGui::GetFrameHeight() + look.px(8));
            muted_text(look, answer.why);
            ImGui::Unindent(ImGui::GetFrameHeight() + look.px(8));
        }
    }
}

void close_of_card(Workbench& bench, LessonPanelState& state, const Prediction& prediction) {
    const std::string shown = shown_by_run(bench, prediction);
    if (!shown.empty()) {
        const FontScope font(bench.look.fonts.semibold, bench.look.px(Fonts::kBody));
        text_in(bench.look, bench.look.theme.text, "The run showed: " + shown);
    }
    if (small_button(bench.look, "Ask me again##prediction")) ask_again(bench, state, prediction);
}

}  // namespace

const Prediction* find_prediction(const Lesson& lesson, const std::string& id) {
    const auto& all = lesson.predictions;
    const auto found = id.empty() ? all.begin() : std::ranges::find(all, id, &Prediction::id);
    return found != all.end() ? &*found : nullptr;
}

const Prediction* asked_prediction(const Workbench& bench, const std::string& id) {
    const Prediction* first = find_prediction(*bench.lesson, id);
    const auto progress = bench.lessons.progress.find(bench.lesson->id);
    return first == nullptr || progress == bench.lessons.progress.end() ? first : &asked_now(progress->second, *first);
}

// An isolated window, as a test opens one, has no learner whose file could be read.
std::vector<std::size_t> shown_order(const Workbench& bench, LessonPanelState& state, const Prediction& prediction) {
    if (!state.learner) state.learner = bench.keeps_files ? learner_number() : 0;
    return answer_order(prediction, bench.lesson->id, *state.learner);
}

int& chosen_answer(const Workbench& bench, LessonPanelState& state, const Prediction& prediction) {
    return state.chosen.try_emplace(bench.lesson->id + "/" + prediction.id, -1).first->second;
}

std::optional<int> committed_answer(Workbench& bench, const Prediction& prediction) {
    const auto& committed = bench.lessons.progress[bench.lesson->id].predictions;
    const auto answered = committed.find(prediction.id);
    if (answered == committed.end() || !in_range(prediction, answered->second)) return std::nullopt;
    return answered->second;
}

void commit_answer(Workbench& bench, const Prediction& prediction, int answer) {
    bench.lessons.progress[bench.lesson->id].predictions[prediction.id] = answer;
    note_commit(bench, prediction);
    run_prediction(bench, prediction);
}

void note_commit(Workbench& bench, const Prediction& prediction) {
    note_missed(bench.lessons.progress[bench.lesson->id], prediction);
    bench.post(ask::SaveSettings{});
}

void set_up_prediction(Workbench& bench, const Prediction& prediction) {
    for (const auto& [id, value] : prediction.values) bench.draft.request.parameters[id] = value;
    bench.draft.request.grid = bench.draft.request.block = std::nullopt;
    bench.draft.grid_automatic = true;
    bench.post(ask::ChooseText{.exercise = false});
    if (!prediction.kernel.empty()) bench.post(ask::ChooseKernel{prediction.kernel});
    bench.post(ask::TakeDraft{});
}

void run_prediction(Workbench& bench, const Prediction& prediction) {
    set_up_prediction(bench, prediction);
    if (!prediction.job.empty()) return start_job_in_view(bench, prediction.job);
    bench.post(ask::Run{});
}

void ask_again(Workbench& bench, LessonPanelState& state, const Prediction& prediction) {
    if (const Prediction* first = find_prediction(*bench.lesson, prediction.id))
        ask_with_other_numbers(bench.lessons.progress[bench.lesson->id], *first);
    if (prediction.asks_sketch()) clear_sketch(bench);
    bench.pointing.marked_element.reset();
    state.chosen.erase(bench.lesson->id + "/" + prediction.id);
    state.entered.erase(bench.lesson->id + "/" + prediction.id);
    bench.post(ask::SaveSettings{});
}

void again_button(Workbench& bench, LessonPanelState& state, const Prediction& prediction, bool right) {
    const Prediction* first = find_prediction(*bench.lesson, prediction.id);
    if (first == nullptr || first->again.empty()) {
        if (small_button(bench.look, "Ask me again##prediction")) ask_again(bench, state, prediction);
        return;
    }
    // who missed it is meant to press it
    const bool pressed = right ? small_button(bench.look, "Other numbers###again_prediction")
                               : quiet_button(bench.look, "Try it with other numbers###again_prediction");
    explain(bench.look, "The same question once more, with other numbers");
    if (pressed) ask_again(bench, state, prediction);
}

// What a run of the prediction's own kernel showed; nothing while there is none, and nothing of an edited one.
std::string shown_by_run(const Workbench& bench, const Prediction& prediction) {
    if (!prediction.job.empty()) {
        const JobRun* const run = shown_job(bench);
        if (run == nullptr || run->job != prediction.job || !run->is_as_expected) return {};
        for (const auto& [id, value] : prediction.values)
            if (const auto ran = run->values.find(id); ran == run->values.end() || text_of(ran->second) != text_of(value))
                return {};
        return fill_template(prediction.measured, values_of(run->timeline)).value_or("");
    }
    const std::string& kernel = prediction.kernel.empty() ? bench.draft.request.kernel : prediction.kernel;
    const RunRecord* record = bench.results.any_latest();
    if (record == nullptr || record->request.kernel != kernel || record->request.edited_source) return {};
    for (const auto& [id, value] : prediction.values) {
        const auto ran = record->request.parameters.find(id);
        if (ran == record->request.parameters.end() || text_of(ran->second) != text_of(value)) return {};
    }
    return measured_text(*bench.lesson, *record, prediction.measured);
}

void prediction_card(Workbench& bench, LessonPanelState& state, const Prediction& prediction) {
    const Look& look = bench.look;
    const IdScope id(prediction.id.c_str());
    const std::optional<int> committed = committed_answer(bench, prediction);
    const Card card(look, "prediction", mix(look.theme.panel, look.theme.accent, look.theme.dark ? 0.09f : 0.07f),
                    look.theme.accent);
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        ImGui::TextUnformatted(bench.lessons.progress[bench.lesson->id].has_committed(prediction) ? "You predicted"
                                                                                                  : "Predict, then run");
    }
    bench.state<Markdown>().draw(look, with_term_links(prediction.ask, bench.lesson), bench.lesson->folder,
                                 [&](const std::string& target) { follow_link(bench, target); });
    if (prediction.asks_sketch()) return sketch_prediction(bench, state, prediction);
    if (prediction.asks_bar()) return bar_prediction(bench, state, prediction);
    if (prediction.asks_number()) return number_prediction(bench, state, prediction);
    const std::vector<std::size_t> order = shown_order(bench, state, prediction);
    if (committed) {
        closed_answers(look, prediction, order, *committed);
        return close_of_card(bench, state, prediction);
    }
    int& chosen = chosen_answer(bench, state, prediction);
    open_answers(bench, prediction, order, chosen);
    const bool ready = in_range(prediction, chosen) && !bench.results.status.busy;
    if (primary_button(look, "Commit and run##prediction", nullptr, 0, ready)) commit_answer(bench, prediction, chosen);
    explain(look, ready ? "Keeps your answer, then runs the kernel to show which answer is right" : "Choose an answer first");
}

}  // namespace warpwise::ui
