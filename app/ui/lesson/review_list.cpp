// What the learner predicted wrongly, to be answered again.
#include <fmt/format.h>
#include <imgui.h>

#include "lesson/given_answer.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/course_list.h"
#include "ui/lesson/lesson_panel.h"

namespace warpwise::ui {
namespace {

// Opens the lesson at the question, which is open again; nothing above it is folded.
void answer_again(Workbench& bench, const Lesson& lesson, const Prediction& prediction) {
    LessonPanelState& state = bench.state<LessonPanelState>();
    ask_with_other_numbers(bench.lessons.progress[lesson.id], prediction);
    state.chosen.erase(lesson.id + "/" + prediction.id);
    state.entered.erase(lesson.id + "/" + prediction.id);
    for (const Prediction& other : lesson.predictions) state.unfolded.insert(lesson.id + "/" + other.id);
    state.scroll_to = prediction.id;
    state.opened = lesson.id;
    state.frames_to_place = 3;
    if (bench.lesson != &lesson) bench.post(ask::OpenLesson{lesson.id});
    bench.post(ask::FocusView{"lesson"});
    bench.post(ask::SaveSettings{});
}

// True when the learner takes it off the list.
bool review_row(Workbench& bench, const Lesson& lesson, const Prediction& prediction, const std::string& missed) {
    const Look& look = bench.look;
    const IdScope id((lesson.id + "/" + prediction.id).c_str());
    std::string ask = asked_now(bench.lessons.progress[lesson.id], prediction).ask;
    std::erase(ask, '`');  // the list has one face for all of it
    text_in(look, look.theme.text, ask);
    text_in(look, look.theme.bad, fmt::format("{}  {}  (your answer)", icon::kCross, missed));
    const auto given = given_answer(bench.lessons.progress[lesson.id], prediction);
    const bool is_right = given && given->right;
    if (is_right) {
        text_in(look, look.theme.good,
                fmt::format("{}  {}  (right, answered since)", icon::kCheck,
                            right_answer(asked_now(bench.lessons.progress[lesson.id], prediction))));
        return small_button(look, "Take off the list##review");
    }
    if (small_button(look, "Answer again##review")) answer_again(bench, lesson, prediction);
    explain(look, fmt::format("Opens {} at this question", lesson.title));
    return false;
}

}  // namespace

void review_list(Workbench& bench) {
    bool first = true;
    for (const Lesson& lesson : bench.lessons.course.lessons) {
        const auto progress = bench.lessons.progress.find(lesson.id);
        if (progress == bench.lessons.progress.end()) continue;
        for (const Prediction& prediction : lesson.predictions) {
            const auto missed = progress->second.missed.find(prediction.id);
            if (missed == progress->second.missed.end()) continue;
            if (first) section_label(bench.look, "Review");
            first = false;
            muted_text(bench.look, numbered_title(lesson));
            if (!review_row(bench, lesson, prediction, missed->second)) continue;
            progress->second.missed.erase(missed);
            bench.post(ask::SaveSettings{});
        }
    }
}

}  // namespace warpwise::ui
