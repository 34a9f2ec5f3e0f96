#include "ui/door/course_map_view.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/door/course_map.h"
#include "ui/file/file_state.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/course_list.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

// Unscaled. A row of dots breaks where the next one would leave the column.
constexpr float kStation = 17, kTextIndent = 49, kBranch = 40, kDotsApart = 37, kDotRadius = 7, kTitleHeight = 26, kDotsHeight = 44,
                kBelowPart = 16;

enum class LessonMark { open, begun, done };

struct MapScene {
    Workbench& bench;
    const Look& look;
    ImDrawList& list;
    const Lesson* current = nullptr;
    ImVec2 at;  // upper left corner
    float width = 0;
};

LessonMark mark_of(const MapScene& s, const Lesson& lesson) {
    const auto progress = s.bench.lessons.progress.find(lesson.id);
    if (progress == s.bench.lessons.progress.end()) return LessonMark::open;
    return progress->second.finished ? LessonMark::done : progress->second.opened ? LessonMark::begun : LessonMark::open;
}

ImU32 line_colour(const Look& look) { return mix(look.theme.line, look.theme.muted, 0.5f); }

void draw_dot(const MapScene& s, ImVec2 at, const Lesson& lesson) {
    const Look& look = s.look;
    const LessonMark mark = mark_of(s, lesson);
    const float radius = look.px(kDotRadius);
    const bool is_current = &lesson == s.current;
    if (is_current) s.list.AddCircleFilled(at, radius + look.px(4), with_alpha(look.theme.accent, 0.3f));
    if (mark == LessonMark::done) return s.list.AddCircleFilled(at, radius, look.theme.accent);
    const ImU32 edge = is_current || mark == LessonMark::begun ? look.theme.accent : look.theme.muted;
    s.list.AddCircle(at, radius - look.px(0.75f), edge, 0, look.px(1.5f));
    if (is_current) s.list.AddCircleFilled(at, look.px(3.5f), look.theme.accent);
}

std::string lesson_help(const MapScene& s, const Lesson& lesson) {
    std::string text = numbered_title(lesson);
    if (const std::string effort = lesson.effort(); !effort.empty()) text += "\n" + sentence(effort);
    const LessonMark mark = mark_of(s, lesson);
    if (mark != LessonMark::open) text += mark == LessonMark::done ? "\nFinished" : "\nBegun";
    std::string needs;
    for (const std::string& id : lesson.needs)
        if (const Lesson* needed = s.bench.lessons.course.find(id)) needs += (needs.empty() ? "" : ", ") + numbered_title(*needed);
    if (!needs.empty()) text += "\nNeeds " + needs;
    return text;
}

// The title of the current lesson stands to the right of its dot, or in a line of its own where others follow.
void draw_lessons(const MapScene& s, const MapPart& part, float left, float& y) {
    const Look& look = s.look;
    const float apart = look.px(kDotsApart), right = s.at.x + s.width, small = look.px(Fonts::kSmall);
    const auto in_row = std::max<std::size_t>(1, static_cast<std::size_t>((right - left - look.px(kDotRadius * 2)) / apart) + 1);
    float x = left + look.px(kDotRadius);
    for (std::size_t i = 0; i < part.lessons.size(); ++i) {
        const Lesson& lesson = *part.lessons[i];
        if (i > 0 && i % in_row == 0) x = left + look.px(kDotRadius), y += look.px(kDotsHeight);
        const LessonMark mark = mark_of(s, lesson);
        const ImVec2 at(std::round(x), std::round(y + look.px(12)));
        ImGui::SetCursorScreenPos({at.x - apart / 2 + look.px(2), y});
        const bool pressed = ImGui::InvisibleButton(fmt::format("###map_{}", lesson.id).c_str(),
                                                    {apart - look.px(4), look.px(kDotsHeight - 4)}, ImGuiButtonFlags_EnableNav);
        if (pressed) s.bench.post(ask::OpenLesson{lesson.id});
        const bool hovered = ImGui::IsItemHovered();
        explain(look, lesson_help(s, lesson));
        if (hovered) s.list.AddCircleFilled(at, look.px(kDotRadius + 4), with_alpha(look.theme.text, 0.12f));
        draw_dot(s, at, lesson);
        if (i + 1 < part.lessons.size() && (i + 1) % in_row != 0) {
            const bool both = mark == LessonMark::done && mark_of(s, *part.lessons[i + 1]) == LessonMark::done;
            s.list.AddLine({at.x + look.px(kDotRadius + 4), at.y}, {at.x + apart - look.px(kDotRadius + 4), at.y},
                           both ? look.theme.accent : line_colour(look), look.px(2));
        }
        const std::string number = lesson.number > 0 ? fmt::format("{}", lesson.number) : std::string("-");
        put_text(s.list, look.fonts.mono, look.px(12), {at.x, at.y + look.px(11)},
                 &lesson == s.current ? look.theme.text : look.theme.muted, number, 0.5f);
        ImGui::LogText("[ %s ]", number.c_str());  // drawn by hand, so logged by hand
        x += apart;
    }
    const auto current = std::ranges::find(part.lessons, s.current);
    if (current != part.lessons.end()) {
        // beside the last dot where the current one is the last, else below the row
        const float room = right - x;
        const bool is_last = current + 1 == part.lessons.end() && text_width(look.fonts.regular, small, s.current->title) <= room;
        const ImVec2 at = is_last ? ImVec2(x - look.px(8), y + look.px(4)) : ImVec2(left, y + look.px(kDotsHeight - 4));
        const std::string title = is_last ? s.current->title : numbered_title(*s.current);
        put_text_cut(s.list, look.fonts.regular, small, at, look.theme.text, title, right - at.x);
        ImGui::LogText("%s", title.c_str());
        if (!is_last) y += look.px(18);
    }
    y += look.px(kDotsHeight);
}

struct PartName {
    std::string numeral, title;  // "III", "Numbers"
};
PartName part_name(int part) {
    const std::string_view whole = part_title(part);
    const auto gap = whole.find("  ");
    if (!whole.starts_with("Part ") || gap == std::string_view::npos) return {"", std::string(whole)};
    return {std::string(whole.substr(5, gap - 5)), std::string(whole.substr(gap + 2))};
}

void draw_station(const MapScene& s, const MapPart& part, ImVec2 at) {
    const Look& look = s.look;
    const auto is_done = [&](const Lesson* lesson) { return mark_of(s, *lesson) == LessonMark::done; };
    const bool is_filled =
        std::ranges::all_of(part.lessons, is_done) || std::ranges::find(part.lessons, s.current) != part.lessons.end();
    const bool is_begun = std::ranges::any_of(part.lessons, [&](const Lesson* l) { return mark_of(s, *l) != LessonMark::open; });
    const float radius = look.px(kStation);
    s.list.AddCircleFilled(at, radius, is_filled ? look.theme.accent : look.theme.raised);
    if (!is_filled) s.list.AddCircle(at, radius - look.px(1), is_begun ? look.theme.accent : line_colour(look), 0, look.px(2));
    const float size = look.px(13);
    put_text(s.list, look.fonts.semibold, size, {at.x, at.y - size * 0.62f}, is_filled ? look.theme.accent_ink : look.theme.text,
             part_name(part.part).numeral, 0.5f);
}

void draw_part_title(const MapScene& s, const MapPart& part, float left, float y) {
    const Look& look = s.look;
    const float small = look.px(Fonts::kSmall), size = look.px(14), right = s.at.x + s.width;
    const PartName name = part_name(part.part);
    const std::string minutes = duration_text(part.minutes);
    const float time = text_width(look.fonts.regular, small, minutes), title = text_width(look.fonts.semibold, size, name.title);
    put_text_cut(s.list, look.fonts.semibold, size, {left, y}, look.theme.text, name.title, right - time - look.px(10) - left);
    put_text(s.list, look.fonts.regular, small, {right, y + look.px(1)}, look.theme.muted, minutes, 1);
    ImGui::LogText("%s %s %s", name.numeral.c_str(), name.title.c_str(), minutes.c_str());
    if (!part.is_branch) return;
    const std::string after =
        part.after == 0 ? std::string("at any time") : fmt::format("any time after Part {}", part_name(part.after).numeral);
    const float x = left + title + look.px(11);
    if (x + text_width(look.fonts.regular, small, after) + time + look.px(12) > right) return;
    put_text(s.list, look.fonts.regular, small, {x, y + look.px(1)}, look.theme.muted, after);
    ImGui::LogText("%s", after.c_str());
}

// The line from station to station, and the bends to the branches.
void draw_lines(const MapScene& s, const std::vector<MapPart>& parts, const std::vector<float>& ys) {
    const Look& look = s.look;
    const float x = s.at.x + look.px(kStation), thick = look.px(2.5f), radius = look.px(kStation + 4);
    float from = 0;  // below the last station of the line
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!parts[i].is_branch) {
            if (from > 0) s.list.AddLine({x, from}, {x, ys[i] - radius}, line_colour(look), thick);
            from = ys[i] + radius;
            continue;
        }
        const float turn = ys[i] - look.px(36);
        const bool goes_on =
            std::any_of(parts.begin() + static_cast<std::ptrdiff_t>(i), parts.end(), [](const MapPart& p) { return !p.is_branch; });
        if (!goes_on) s.list.AddLine({x, from}, {x, turn}, line_colour(look), thick), from = turn;
        s.list.AddBezierCubic({x, turn}, {x, turn + look.px(24)}, {x + look.px(8), ys[i] - look.px(2)},
                              {x + look.px(kBranch - kStation - 4), ys[i] - look.px(1)}, line_colour(look), thick);
    }
}

void map_heading(const MapScene& s, const std::vector<MapPart>& parts) {
    int done = 0, all = 0, minutes = 0;
    for (const MapPart& part : parts) {
        minutes += part.minutes;
        for (const Lesson* lesson : part.lessons) {
            const auto progress = s.bench.lessons.progress.find(lesson->id);
            done += progress != s.bench.lessons.progress.end() && progress->second.finished;
            ++all;
        }
    }
    const Look& look = s.look;
    const std::string total = fmt::format("{} of {} lessons done, {} in all", done, all, rough_duration_text(minutes));
    const float small = look.px(Fonts::kSmall), width = text_width(look.fonts.regular, small, total);
    {
        const FontScope font(look.fonts.semibold, look.px(17));
        ImGui::TextUnformatted("The course");
    }
    const bool beside = text_width(look.fonts.semibold, look.px(17), "The course") + width + look.px(20) <= s.width;
    if (beside) {
        ImGui::SameLine(0, 0);
        ImGui::SetCursorScreenPos({s.at.x + s.width - width, ImGui::GetItemRectMin().y + look.px(4)});
    }
    const FontScope font(look.fonts.regular, small);
    ImGui::TextColored(to_vec4(look.theme.muted), "%s", total.c_str());
}

void draw_map(MapScene& s, const std::vector<MapPart>& parts) {
    const Look& look = s.look;
    ImDrawListSplitter layers;  // the line lies below the stations, and is known after them
    layers.Split(&s.list, 2);
    layers.SetCurrentChannel(&s.list, 1);
    std::vector<float> stations;
    float y = s.at.y;
    for (const MapPart& part : parts) {
        const float left = s.at.x + look.px(part.is_branch ? kBranch : 0);
        stations.push_back(std::round(y + look.px(kStation)));
        draw_station(s, part, {std::round(left + look.px(kStation)), stations.back()});
        draw_part_title(s, part, left + look.px(kTextIndent), y + look.px(2));
        y += look.px(kTitleHeight);
        draw_lessons(s, part, left + look.px(kTextIndent), y);
        y += look.px(kBelowPart);
    }
    layers.SetCurrentChannel(&s.list, 0);
    draw_lines(s, parts, stations);
    layers.Merge(&s.list);
    ImGui::SetCursorScreenPos(s.at);
    ImGui::Dummy({s.width, y - s.at.y});
}

void below_the_map(Workbench& bench) {
    const Look& look = bench.look;
    bool any = false;
    for (const Lesson& lesson : bench.lessons.course.lessons) {
        if (!bench.lessons.from_folders.contains(lesson.id) || bench.state<FilesState>().opened.contains(lesson.id)) continue;
        if (!std::exchange(any, true)) section_label(look, "Opened from a folder");
        const IdScope scope(lesson.id.c_str());
        if (ImGui::Selectable(numbered_title(lesson).c_str())) bench.post(ask::OpenLesson{lesson.id});
    }
    if (bench.lessons.course.lessons.empty())
        muted_text(look,
                   "No lessons are installed. They belong in share/warpwise/lessons beside the program; set WARPWISE_DATA to "
                   "use another folder.");
    if (bench.lessons.course.problems.empty()) return;
    section_label(look, "Not readable");
    for (const Diagnostic& problem : bench.lessons.course.problems)
        text_in(look, look.theme.warn, fmt::format("{}:{}: {}", problem.file, problem.line, problem.message));
}

}  // namespace

void course_map_view(Workbench& bench) {
    std::vector<const Lesson*> lessons;
    for (const Lesson& lesson : bench.lessons.course.lessons)
        if (!bench.lessons.from_folders.contains(lesson.id)) lessons.push_back(&lesson);
    const std::vector<MapPart> parts = course_map(lessons);
    MapScene s{.bench = bench,
               .look = bench.look,
               .list = *ImGui::GetWindowDrawList(),
               .current = lesson_to_continue(bench),
               .at = ImGui::GetCursorScreenPos(),
               .width = ImGui::GetContentRegionAvail().x};
    if (!parts.empty()) {
        map_heading(s, parts);
        ImGui::Dummy({0, bench.look.px(16)});
        s.at = ImGui::GetCursorScreenPos();
        draw_map(s, parts);
    }
    // There is nothing to tell before that.
    if (std::ranges::any_of(bench.lessons.progress, [](const auto& each) { return each.second.finished; })) {
        if (ImGui::TextLink("What you can do now###door_summary")) bench.state<SummaryState>().is_open = true;
        explain(bench.look, "What you have finished in the course, to read or print");
    }
    below_the_map(bench);
}

}  // namespace warpwise::ui
