#include "ui/door/continue_card.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "ui/door/lesson_steps.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/course_list.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

const LessonProgress& progress_of(const Workbench& bench, const Lesson& lesson) {
    static const LessonProgress none;
    const auto found = bench.lessons.progress.find(lesson.id);
    return found != bench.lessons.progress.end() ? found->second : none;
}

// "Part I  Threads    about 12 of 20 minutes left"
std::string line_above(const Lesson& lesson, const LessonProgress& progress) {
    std::string text(lesson.number > 0 ? part_title(lesson.part) : std::string_view("Your own folder"));
    if (lesson.minutes <= 0) return text;
    const int left = minutes_left(lesson, progress);
    if (left == 0) return text + "     finished";
    return left == lesson.minutes ? fmt::format("{}     about {} minutes", text, left)
                                  : fmt::format("{}     about {} of {} minutes left", text, left, lesson.minutes);
}

void draw_step(const Look& look, ImDrawList& list, ImVec2 at, const LessonStep& step) {
    const float radius = look.px(8);
    const ImU32 ground = look.theme.raised, accent = look.theme.accent;
    if (step.state == StepState::done) {
        list.AddCircleFilled(at, radius, accent);
        const ImVec2 tick[] = {{at.x - look.px(3.6f), at.y + look.px(0.2f)},
                               {at.x - look.px(1), at.y + look.px(3)},
                               {at.x + look.px(4), at.y - look.px(2.8f)}};
        list.AddPolyline(tick, 3, look.theme.accent_ink, look.px(2));
    } else if (step.state == StepState::current) {
        list.AddCircleFilled(at, radius, ground);
        list.AddCircle(at, radius - look.px(1), accent, 0, look.px(2));
        list.AddCircleFilled(at, look.px(4), accent);
    } else {
        list.AddCircleFilled(at, radius, ground);
        list.AddCircle(at, radius - look.px(1), look.theme.muted, 0, look.px(1.5f));
    }
}

// Stations on a line; where their names do not fit beside each other, only the current one has its name.
void steps_line(const Look& look, const std::vector<LessonStep>& steps) {
    const float small = look.px(Fonts::kSmall), width = ImGui::GetContentRegionAvail().x, edge = look.px(26);
    const float apart = (width - 2 * edge) / static_cast<float>(std::max<std::size_t>(1, steps.size() - 1));
    const bool names_fit = apart >= look.px(84);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = std::round(at.y + look.px(12));
    const auto place = [&](std::size_t i) { return ImVec2(std::round(at.x + edge + apart * static_cast<float>(i)), y); };
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const bool done = steps[i - 1].state == StepState::done;
        list.AddLine({place(i - 1).x + look.px(10), y}, {place(i).x - look.px(10), y},
                     done ? look.theme.accent : mix(look.theme.line, look.theme.muted, 0.35f), look.px(2));
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
        draw_step(look, list, place(i), steps[i]);
        const bool current = steps[i].state == StepState::current;
        ImGui::LogText("%s%s", current ? "> " : "", steps[i].name);  // drawn by hand, so logged by hand
        if (!names_fit && !current) continue;
        const float half = text_width(current ? look.fonts.semibold : look.fonts.regular, small, steps[i].name) / 2;
        const float x = std::clamp(place(i).x, at.x + half, at.x + width - half);
        put_text(list, current ? look.fonts.semibold : look.fonts.regular, small, {x, y + look.px(14)},
                 current ? look.theme.text : look.theme.muted, steps[i].name, 0.5f);
    }
    ImGui::Dummy({width, look.px(44)});
}

}  // namespace

void continue_card(Workbench& bench) {
    const Look& look = bench.look;
    const Lesson* lesson = lesson_to_continue(bench);
    if (lesson == nullptr) return;
    const LessonProgress& progress = progress_of(bench, *lesson);
    const bool is_first = bench.lessons.progress.empty() || !progress.opened;
    const std::string title = numbered_title(*lesson);
    const std::string label = bench.settings.last_lesson.empty() && lesson->number > 0
                                  ? fmt::format("Start with lesson {}", lesson->number)
                              : is_first ? "Start"
                                         : "Continue";
    const Card card(look, "continue", look.theme.raised, look.theme.accent);
    const float button =
        std::max(look.px(132), look.fonts.semibold->CalcTextSizeA(look.px(Fonts::kBody), 1e9f, 0, label.c_str()).x + look.px(36));
    const float width = ImGui::GetContentRegionAvail().x;
    const bool beside = width - button - look.px(20) >= look.px(220);
    const ImVec2 begin = ImGui::GetCursorPos();
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(begin.x + (beside ? width - button - look.px(20) : width));
    {
        const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
        ImGui::TextColored(to_vec4(look.theme.muted), "%s", line_above(*lesson, progress).c_str());
    }
    {
        const FontScope font(look.fonts.semibold, look.px(18));
        ImGui::TextUnformatted(title.c_str());
    }
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    const ImVec2 end = ImGui::GetCursorPos();
    if (beside) ImGui::SetCursorPos({begin.x + width - button, begin.y + look.px(4)});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ImGui::GetStyle().FramePadding.x, look.px(8)});
    if (primary_button(look, (label + "###continue_lesson").c_str(), nullptr, button)) bench.post(ask::OpenLesson{lesson->id});
    ImGui::PopStyleVar();
    if (beside) ImGui::SetCursorPos({begin.x, std::max(end.y, ImGui::GetCursorPosY())});
    ImGui::Dummy({0, look.px(4)});
    steps_line(look, lesson_steps(*lesson, progress));
}

}  // namespace warpwise::ui
