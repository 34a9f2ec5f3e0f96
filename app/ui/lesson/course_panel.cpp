// The course list and its panel.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "lesson/score.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/course_list.h"
#include "ui/lesson/panels.h"

namespace warpwise::ui {
namespace {

struct Mark {
    const char* icon;
    ImU32 colour;
    const char* meaning;
};

Mark mark_of(const Look& look, const LessonProgress& progress) {
    if (progress.finished) return {icon::kCheck, look.theme.good, "Finished"};
    if (progress.ran) return {icon::kCircle, look.theme.accent, "Started: a kernel was run"};
    if (progress.opened) return {icon::kCircleEmpty, look.theme.accent, "Opened"};
    return {icon::kCircleEmpty, look.theme.muted, "Not opened yet"};
}

int sum_of(const std::map<std::string, int>& counts) {
    int sum = 0;
    for (const auto& [id, count] : counts) sum += count;
    return sum;
}

// "3 checks, 1 hint"; empty when there were none.
std::string effort_text(const LessonProgress& progress) {
    const int checks = sum_of(progress.attempts), hints = sum_of(progress.hints);
    std::string text;
    if (checks > 0) text = fmt::format("{} {}", checks, checks == 1 ? "check" : "checks");
    if (hints > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", hints, hints == 1 ? "hint" : "hints");
    return text;
}

// The medal of each score that has a value: "gold".
std::string medals_text(const Lesson& lesson, const LessonProgress& progress) {
    std::string text;
    for (const Exercise& exercise : lesson.exercises)
        for (const Score& score : exercise.scores) {
            const auto best = progress.best_score(exercise, score);
            const Medal medal = best ? medal_of(score, *best) : Medal::none;
            if (medal != Medal::none) text += (text.empty() ? "" : ", ") + std::string(name_of(medal));
        }
    return text;
}

void lesson_row(Workbench& bench, const Lesson& lesson) {
    const Look& look = bench.look;
    const auto found = bench.lessons.progress.find(lesson.id);
    static const LessonProgress none;
    const LessonProgress& progress = found != bench.lessons.progress.end() ? found->second : none;
    const Mark mark = mark_of(look, progress);
    const IdScope scope(lesson.id.c_str());
    const ImVec2 size(0, ImGui::GetTextLineHeight() + look.px(10));
    ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, ImVec2(0, 0.5f));
    const std::string label = fmt::format("        {}###{}", numbered_title(lesson), lesson.id);
    if (ImGui::Selectable(label.c_str(), bench.lesson == &lesson, 0, size)) bench.post(ask::OpenLesson{lesson.id});
    ImGui::PopStyleVar();
    std::string help = mark.meaning;
    if (const std::string effort = lesson.effort(); !effort.empty()) help += "; " + effort;
    const std::string worked = effort_text(progress), medals = medals_text(lesson, progress);
    if (!worked.empty()) help += "\nExercise: " + worked;
    if (!medals.empty()) help += "\nScore: " + medals;
    for (const std::string& goal : lesson.goals) help += "\n- " + goal;
    explain(look, help);
    const ImVec2 top = ImGui::GetItemRectMin(), bottom = ImGui::GetItemRectMax();
    const std::string told = medals.empty() ? worked : worked + (worked.empty() ? "" : ", ") + medals;
    const float small = look.px(Fonts::kSmall),
                title = text_width(look.fonts.regular, ImGui::GetFontSize(), label.substr(0, label.find("###")));
    // beside the title where there is room; the tooltip has it in any case
    if (!told.empty() && top.x + title + text_width(look.fonts.regular, small, told) + look.px(24) < bottom.x)
        put_text(*ImGui::GetWindowDrawList(), look.fonts.regular, small,
                 {bottom.x - look.px(8), (top.y + bottom.y - small * 1.2f) / 2}, look.theme.muted, told, 1);
    ImGui::GetWindowDrawList()->AddText({top.x + look.px(6), (top.y + bottom.y - ImGui::GetFontSize()) / 2}, mark.colour,
                                        mark.icon);
}

void problem_rows(Workbench& bench) {
    if (bench.lessons.course.problems.empty()) return;
    section_label(bench.look, "Not readable");
    for (const Diagnostic& problem : bench.lessons.course.problems)
        text_in(bench.look, bench.look.theme.warn, fmt::format("{}:{}: {}", problem.file, problem.line, problem.message));
}

}  // namespace

std::string numbered_title(const Lesson& lesson) {
    return lesson.number > 0 ? fmt::format("{}  {}", lesson.number, lesson.title) : lesson.title;
}

const Lesson* lesson_to_continue(const Workbench& bench) {
    const auto& lessons = bench.lessons.course.lessons;
    const auto is_open_end = [&](const Lesson& lesson) {
        const auto progress = bench.lessons.progress.find(lesson.id);
        return progress == bench.lessons.progress.end() || !progress->second.finished;
    };
    const Lesson* last = bench.settings.last_lesson.empty() ? nullptr : bench.lessons.course.find(bench.settings.last_lesson);
    const auto at = std::ranges::find_if(lessons, [&](const Lesson& lesson) { return &lesson == last; });
    const auto after = std::find_if(at, lessons.end(), is_open_end);
    if (after != lessons.end()) return &*after;
    const auto first = std::ranges::find_if(lessons, is_open_end);
    if (first != lessons.end()) return &*first;
    return last != nullptr || lessons.empty() ? last : &lessons.front();
}

void course_list(Workbench& bench) {
    int part = -1;
    for (const Lesson& lesson : bench.lessons.course.lessons) {
        if (bench.lessons.from_folders.contains(lesson.id)) continue;
        if (lesson.part != part) section_label(bench.look, std::string(part_title(lesson.part)).c_str());
        part = lesson.part;
        lesson_row(bench, lesson);
    }
    if (!bench.lessons.from_folders.empty()) section_label(bench.look, "Opened from a folder");
    for (const Lesson& lesson : bench.lessons.course.lessons)
        if (bench.lessons.from_folders.contains(lesson.id)) lesson_row(bench, lesson);
    if (bench.lessons.course.lessons.empty())
        muted_text(bench.look,
                   "No lessons are installed. They belong in share/warpwise/lessons beside the program; set WARPWISE_DATA to "
                   "use another folder.");
    problem_rows(bench);
}

void course_panel(Workbench& bench) {
    course_list(bench);
    review_list(bench);
}

}  // namespace warpwise::ui
