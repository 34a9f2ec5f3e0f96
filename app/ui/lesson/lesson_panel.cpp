// The lesson: prose, predictions, exercise, what to remember, and the way to the next one.
#include "ui/lesson/lesson_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "experiment/record/claims.h"
#include "experiment/run/record_values.h"
#include "lesson/prose.h"
#include "lesson/views.h"
#include "ui/kit/draw.h"
#include "ui/kit/markdown.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/counted_runs.h"
#include "ui/lesson/course_list.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/panels.h"
#include "ui/lesson/prose_links.h"
#include "ui/lesson/puzzle_cards.h"
#include "ui/run/parameter_control.h"
#include "ui/workbench/glossary_popup.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {

namespace {

// One dash per lesson: done, open now, or still to come; its shape says which, without colour too.
void course_strip(Workbench& bench) {
    const auto& lessons = bench.lessons.course.lessons;
    if (lessons.empty()) return;
    const Look& look = bench.look;
    const float room = std::min(ImGui::GetContentRegionAvail().x, look.px(400)), gap = look.px(2.5f);
    const float width = std::clamp(room / static_cast<float>(lessons.size()) - gap, look.px(2), look.px(40)), height = look.px(5);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    float x = at.x;
    for (const Lesson& lesson : lessons) {
        const IdScope id(lesson.id.c_str());
        const auto progress = bench.lessons.progress.find(lesson.id);
        const bool done = progress != bench.lessons.progress.end() && progress->second.finished, now = &lesson == bench.lesson;
        const ImU32 colour = now ? look.theme.accent : done ? look.theme.good : look.theme.line;
        const float top = now ? at.y : at.y + look.px(1), bottom = now ? at.y + height : at.y + height - look.px(1);
        draw.AddRectFilled({x, top}, {x + width, bottom}, colour, look.px(2));
        ImGui::SetCursorScreenPos({x, at.y - look.px(4)});
        if (ImGui::InvisibleButton("##lesson", {width + gap, height + look.px(8)})) bench.post(ask::OpenLesson{lesson.id});
        explain(look, numbered_title(lesson) + (done ? " (done)" : now ? " (open)" : ""));
        x += width + gap;
    }
    ImGui::SetCursorScreenPos({at.x, at.y + height + look.px(6)});
    ImGui::Dummy({0, 0});
}

std::string draft_key(const Workbench& bench) {
    std::string key = fmt::format("{}|{}|{}", bench.lesson->id, bench.draft.request.kernel, bench.recordings.all.files.size());
    for (const auto& [id, value] : bench.draft.request.parameters) key += "|" + id + "=" + text_of(value);
    for (const auto& [device, runs] : bench.results.runs) {
        if (runs.latest) key += fmt::format("|{}:{}:{}", name_of(device), runs.history.size(), runs.latest->date);
    }
    return key;
}

// A line does not end between a number and its unit: "3.43 µs" with a no-break space.
std::string kept_together(std::string value) {
    const std::size_t space = value.find(' ');
    if (space != std::string::npos && value[0] >= '0' && value[0] <= '9') value.replace(space, 1, "\xc2\xa0");
    return value;
}

// {{param block}}, {{value "ceil(n / block)"}} and {{counter KERNEL "expression"}}, from the draft and what ran.
// {{recorded ...}} from the recordings.
std::optional<std::string> live_value(const Workbench& bench, const std::string& text) {
    if (auto recorded = answer_recorded(*bench.lesson, text, bench.recordings.all)) return kept_together(std::move(*recorded));
    return answer_directive(text, bench.draft.request.parameters, [&](const std::string& of) -> std::map<std::string, double> {
        if (!of.empty()) return counted_values(bench, of);
        const RunRecord* record = bench.results.latest_that(&DeviceTraits::has_counts);
        return record != nullptr ? values_of(*bench.lesson, *record) : std::map<std::string, double>();
    });
}

void refresh_parts(Workbench& bench, LessonPanelState& state) {
    const std::string key = draft_key(bench);
    if (key == state.key) return;
    state.key = key;
    state.parts = split_prose(expand_prose(*bench.lesson, [&](const std::string& text) { return live_value(bench, text); }));
    std::vector<std::string> presets;
    for (const Preset& preset : bench.lesson->presets) presets.push_back(preset.name);
    for (ProsePart& part : state.parts) {
        if (part.kind == ProsePartKind::markdown) part.text = with_term_links(part.text, bench.lesson, presets);
    }
}

std::string_view words_for(const std::string& view) {
    const LessonView* known = find_lesson_view(view);
    return known != nullptr ? known->in_words : view;
}

void view_links(Workbench& bench, const std::string& body) {
    bool first = true;
    for (const std::string& view : words_of(body)) {
        const std::string text = fmt::format("{} Show {}", icon::kChart, words_for(view));
        if (!std::exchange(first, false)) place_beside(ImGui::CalcTextSize(text.c_str()).x);
        if (ImGui::TextLink(fmt::format("{}##view_{}", text, view).c_str())) focus_view(bench, view);
    }
}

void parameter_block(Workbench& bench, const std::string& body) {
    const std::vector<std::string> ids = words_of(body);
    const Card card(bench.look, "params", bench.look.theme.raised);
    for (const Parameter& parameter : bench.lesson->parameters) {
        if (ids.empty() || std::ranges::find(ids, parameter.id) != ids.end()) parameter_control(bench, parameter);
    }
}

void remember_card(Workbench& bench) {
    const Look& look = bench.look;
    if (bench.lesson->remember.empty()) return;
    const Card card(look, "remember", mix(look.theme.panel, look.theme.good, look.theme.dark ? 0.10f : 0.08f), look.theme.good);
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        ImGui::TextUnformatted("What to remember");
    }
    int number = 0;
    for (const std::string& line : bench.lesson->remember) {
        const IdScope id(number);
        const float left = ImGui::GetCursorPosX();
        text_in(look, look.theme.muted, fmt::format("{}", ++number));
        ImGui::SameLine();
        ImGui::SetCursorPosX(left + look.px(18));  // digits differ in width
        ImGui::BeginGroup();
        text_in(look, look.theme.text, line);
        ImGui::EndGroup();
    }
}

// An address is copied, as every link of a lesson is; a book's chapter is told.
void further_reading(Workbench& bench) {
    if (bench.lesson->further.empty()) return;
    section_label(bench.look, "Further reading");
    for (const Reading& reading : bench.lesson->further) {
        const IdScope id(reading.title.c_str());
        const bool address = reading.where.starts_with("http://") || reading.where.starts_with("https://");
        if (!address) {
            text_in(bench.look, bench.look.theme.text, fmt::format("{} ({})", reading.title, reading.where));
        } else {
            if (ImGui::TextLink(fmt::format("{}##further", reading.title).c_str())) follow_link(bench, reading.where);
            explain(bench.look, reading.where);
        }
    }
}

void prediction_of(Workbench& bench, LessonPanelState& state, const std::string& id) {
    if (const Prediction* found = asked_prediction(bench, id)) {
        if (state.scroll_to == found->id) ImGui::SetScrollHereY(0.1f);
        prediction_card(bench, state, *found);
    } else {
        muted_text(bench.look, fmt::format("The lesson has no prediction '{}'", id));
    }
}

void draw_part(Workbench& bench, LessonPanelState& state, const ProsePart& part) {
    switch (part.kind) {
        case ProsePartKind::markdown:
            return bench.state<Markdown>().draw(bench.look, part.text, bench.lesson->folder,
                                                [&](const std::string& target) { follow_link(bench, target); });
        case ProsePartKind::predict: return prediction_of(bench, state, part.text);
        case ProsePartKind::exercise: return exercise_card(bench, bench.state<ExerciseState>(), part.text);
        case ProsePartKind::params: return parameter_block(bench, part.text);
        case ProsePartKind::view: return view_links(bench, part.text);
        case ProsePartKind::remember: return remember_card(bench);
        case ProsePartKind::break_it: return break_card(bench, part.text);
        case ProsePartKind::step: return step_card(bench, part.text);
        case ProsePartKind::be_the_warp: return warp_card(bench, part.text);
        case ProsePartKind::ladder: return ladder_card(bench, part.text);
    }
}

// What comes after a prediction stays folded up to the next heading or the exercise, until the learner commits to an answer.
const Prediction* folds(const Workbench& bench, const LessonPanelState& state, const ProsePart& part) {
    if (part.kind != ProsePartKind::predict) return nullptr;
    const Prediction* prediction = find_prediction(*bench.lesson, part.text);
    if (prediction == nullptr || state.unfolded.contains(bench.lesson->id + "/" + prediction->id)) return nullptr;
    const auto progress = bench.lessons.progress.find(bench.lesson->id);
    return progress != bench.lessons.progress.end() && progress->second.has_committed(*prediction) ? nullptr : prediction;
}

void fold_line(Workbench& bench, LessonPanelState& state, const Prediction& prediction) {
    const IdScope id(prediction.id.c_str());
    muted_text(bench.look, "The text continues after your answer.");
    if (small_button(bench.look, "Read on without answering##fold")) state.unfolded.insert(bench.lesson->id + "/" + prediction.id);
    ImGui::Dummy({0, bench.look.px(14)});  // a heading comes next
}

void draw_parts(Workbench& bench, LessonPanelState& state) {
    const Prediction* folded = nullptr;
    bool said = false;
    for (std::size_t i = 0; i < state.parts.size(); ++i) {
        const IdScope id(static_cast<int>(i));
        ProsePart part = state.parts[i];
        if (folded != nullptr) {
            // a ladder leads to the exercise
            const bool ends =
                part.kind == ProsePartKind::exercise || part.kind == ProsePartKind::remember || part.kind == ProsePartKind::ladder;
            const std::size_t heading = part.kind == ProsePartKind::markdown ? next_heading(part.text) : part.text.size();
            const bool hides = !ends && (part.kind != ProsePartKind::markdown || heading > 0);
            if (hides && !std::exchange(said, true)) fold_line(bench, state, *folded);
            if (!ends && (part.kind != ProsePartKind::markdown || heading == part.text.size())) continue;
            if (!ends) part.text.erase(0, heading);
            folded = nullptr;
        }
        draw_part(bench, state, part);
        ImGui::Dummy({0, bench.look.px(4)});
        folded = folds(bench, state, part);
        said = false;
    }
}

// The lesson opens where the learner left it, unless it was finished; a prediction to review comes into sight.
void keep_place(Workbench& bench, LessonPanelState& state) {
    LessonProgress& progress = bench.lessons.progress[bench.lesson->id];
    if (state.opened != bench.lesson->id) {
        state.opened = bench.lesson->id;
        state.frames_to_place = 3;  // the height of the text is known after the first of them
    }
    const float most = ImGui::GetScrollMaxY();
    if (most <= 0) return;  // all of it is in sight, or the panel has no size yet
    if (state.frames_to_place > 0) {
        --state.frames_to_place;
        const float part = progress.finished ? 0 : static_cast<float>(std::clamp(progress.read_to, 0.0, 1.0));
        if (state.scroll_to.empty()) ImGui::SetScrollY(part * most);
        if (state.frames_to_place == 0) state.scroll_to.clear();
        return;
    }
    const double now = static_cast<double>(ImGui::GetScrollY() / most);
    if (std::abs(now - progress.read_to) < 0.002) return;
    progress.read_to = now;
    bench.post(ask::SaveSettings{});
}

bool has_part(const LessonPanelState& state, ProsePartKind kind) {
    return std::ranges::find(state.parts, kind, &ProsePart::kind) != state.parts.end();
}

bool is_finished(const Workbench& bench) {
    const auto progress = bench.lessons.progress.find(bench.lesson->id);
    if (progress == bench.lessons.progress.end()) return false;
    const bool predicted =
        std::ranges::all_of(bench.lesson->predictions, [&](const Prediction& p) { return progress->second.has_committed(p); });
    const bool solved = std::ranges::all_of(bench.lesson->exercises,
                                            [&](const Exercise& exercise) { return progress->second.has_passed(exercise); });
    return predicted && progress->second.ran && solved;
}

void next_lesson(Workbench& bench) {
    const auto& lessons = bench.lessons.course.lessons;
    const auto here = std::ranges::find(lessons, bench.lesson->id, &Lesson::id);
    ImGui::Dummy({0, bench.look.px(4)});
    if (here != lessons.begin() && here != lessons.end()) {
        if (quiet_button(bench.look, "Back##lesson")) bench.post(ask::OpenLesson{std::prev(here)->id});
        explain(bench.look, std::prev(here)->title);
        ImGui::SameLine();
    }
    if (here == lessons.end()) return;
    if (std::next(here) == lessons.end()) {
        if (is_finished(bench) ? primary_button(bench.look, "What you can do now##lesson")
                               : quiet_button(bench.look, "What you can do now##lesson"))
            bench.state<SummaryState>().is_open = true;
        return;
    }
    const Lesson& next = *std::next(here);
    if (is_finished(bench) ? primary_button(bench.look, "Next lesson##lesson") : quiet_button(bench.look, "Next lesson##lesson"))
        bench.post(ask::OpenLesson{next.id});
    explain(bench.look, next.title);
}

void note_finish(Workbench& bench) {
    LessonProgress& progress = bench.lessons.progress[bench.lesson->id];
    if (progress.finished || !is_finished(bench)) return;
    progress.finished = true;
    bench.post(ask::SaveSettings{});
}

}  // namespace

const LessonPanelState& lesson_parts(Workbench& bench) {
    LessonPanelState& state = bench.state<LessonPanelState>();
    refresh_parts(bench, state);
    return state;
}

void lesson_panel(Workbench& bench) {
    report_rect(bench, "lesson");
    if (bench.lesson == nullptr) return empty_state(bench.look, "No lesson is open", "Choose one in the Course menu.");
    const IdScope id(bench.lesson->id.c_str());
    LessonPanelState& state = bench.state<LessonPanelState>();
    update_exercise(bench, bench.state<ExerciseState>());
    refresh_parts(bench, state);
    course_strip(bench);
    heading(bench.look, bench.lesson->title);
    if (const std::string effort = bench.lesson->effort(); !effort.empty()) muted_text(bench.look, sentence(effort));
    ImGui::Separator();
    ImGui::Dummy({0, bench.look.px(2)});
    draw_parts(bench, state);
    for (const Exercise& exercise : bench.lesson->exercises) {
        if (has_part(state, ProsePartKind::exercise)) break;
        const IdScope one(exercise.id.c_str());
        exercise_card(bench, bench.state<ExerciseState>(), exercise.id);
    }
    if (!has_part(state, ProsePartKind::remember)) remember_card(bench);
    further_reading(bench);
    next_lesson(bench);
    note_finish(bench);
    keep_place(bench, state);
    draw_glossary_popup(bench);
}

}  // namespace warpwise::ui
