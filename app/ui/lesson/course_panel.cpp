// The course list and its panel.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "ui/kit/widgets.h"
#include "ui/lesson/course_list.h"
#include "ui/lesson/panels.h"

namespace warpwise::ui {
namespace {

constexpr std::string_view part_titles[] = {
    "Lessons",          "Part I  Threads",   "Part II  Why is the GPU slower?", "Part III  Numbers", "Part IV  Memory",
    "Part V  Patterns", "Part VI  Pictures", "Part VII  Beyond one kernel"};

struct Mark {
    const char* icon;
    ImU32 colour;
    const char* meaning;
};

Mark mark_of(const Look& look, const LessonProgress& progress) {
    if (progress.finished) return {icon::check, look.theme.good, "Finished"};
    if (progress.ran) return {icon::circle, look.theme.accent, "Started: a kernel was run"};
    if (progress.opened) return {icon::circle_empty, look.theme.accent, "Opened"};
    return {icon::circle_empty, look.theme.muted, "Not opened yet"};
}

void lesson_row(Workbench& bench, const Lesson& lesson) {
    const Look& look = bench.look;
    const auto found = bench.lessons.progress.find(lesson.id);
    const Mark mark = mark_of(look, found != bench.lessons.progress.end() ? found->second : LessonProgress());
    const IdScope scope(lesson.id.c_str());
    const ImVec2 size(0, ImGui::GetTextLineHeight() + look.px(10));
    ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, ImVec2(0, 0.5f));
    const std::string label = fmt::format("        {}###{}", numbered_title(lesson), lesson.id);
    if (ImGui::Selectable(label.c_str(), bench.lesson == &lesson, 0, size)) bench.post(ask::OpenLesson{lesson.id});
    ImGui::PopStyleVar();
    std::string help = mark.meaning;
    if (const std::string effort = lesson.effort(); !effort.empty()) help += "; " + effort;
    for (const std::string& goal : lesson.goals) help += "\n- " + goal;
    explain(look, help);
    const ImVec2 top = ImGui::GetItemRectMin(), bottom = ImGui::GetItemRectMax();
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

std::string_view part_title(int part) {
    return part > 0 && part < static_cast<int>(std::size(part_titles)) ? part_titles[part] : part_titles[0];
}

std::string numbered_title(const Lesson& lesson) {
    return lesson.number > 0 ? fmt::format("{}  {}", lesson.number, lesson.title) : lesson.title;
}

const Lesson* lesson_to_continue(const Workbench& bench) {
    if (const Lesson* last = bench.settings.last_lesson.empty() ? nullptr : bench.lessons.course.find(bench.settings.last_lesson))
        return last;
    for (const Lesson& lesson : bench.lessons.course.lessons) {
        const auto progress = bench.lessons.progress.find(lesson.id);
        if (progress == bench.lessons.progress.end() || !progress->second.finished) return &lesson;
    }
    return bench.lessons.course.lessons.empty() ? nullptr : &bench.lessons.course.lessons.front();
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

void course_panel(Workbench& bench) { course_list(bench); }

}  // namespace warpwise::ui
