// Two launches as threads: those that left another element than the other side's are lit in both.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/compare/compare_view.h"
#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/threads/cell_look.h"
#include "ui/threads/thread_text.h"
#include "ui/workbench/older_tag.h"

namespace warpwise::ui {
namespace {

// Unscaled pixels.
constexpr float kLeastCell = 6, kLargestCell = 17, kGutter = 62, kBin = 7, kHeader = 28, kFoot = 22, kColumnGap = 24;
constexpr std::uint64_t kLanes = 32;

struct Side {
    const CompareScene& scene;
    const CompareSide& facts;
    const RunRecord& record;
    bool older = false;
    CellsLayout cells;
    ImVec2 at;  // of the cells

    const Look& look() const { return scene.look(); }
    std::uint64_t last_of(std::uint64_t first) const { return std::min(first + cells.per_cell, cells.threads); }
    bool differs(std::uint64_t first) const {
        for (std::uint64_t thread = first; thread < last_of(first) && thread < facts.thread_differs.size(); ++thread)
            if (facts.thread_differs[thread] != 0) return true;
        return false;
    }
    // Of threads that left nothing, as those past the data.
    bool is_idle(std::uint64_t first) const {
        if (!facts.ran) return true;
        if (facts.first_written.empty()) return false;
        for (std::uint64_t thread = first; thread < last_of(first); ++thread)
            if (facts.first_written[thread] != 0) return false;
        return true;
    }
};

void draw_cells(const Side& side, ImDrawList& list) {
    const Look& look = side.look();
    const CellsLayout& cells = side.cells;
    const float gap = std::max(1.0f, std::round(look.px(1)));
    for (std::uint64_t cell = 0; cell < cells.rows * cells.columns; ++cell) {
        const auto first = cells.first_thread(cell);
        if (!first) continue;
        const ImVec2 corner = cells.corner_of(cell);
        const ImVec2 a{std::round(side.at.x + corner.x), std::round(side.at.y + corner.y)};
        const ImVec2 b{std::round(side.at.x + corner.x + cells.cell_w) - gap,
                       std::round(side.at.y + corner.y + cells.cell_h) - gap};
        const bool idle = side.is_idle(*first);
        CellLook cell_colours =
            cell_look(look.theme, *first / cells.threads_per_block, idle ? ThreadState::idle : ThreadState::works);
        const bool differs = side.differs(*first);
        if (differs) cell_colours.fill = look.theme.bad;
        cell_colours.fill = side.scene.faded(cell_colours.fill, side.older);
        cell_colours.pattern = side.scene.faded(cell_colours.pattern, side.older);
        draw_cell(list, a, b, cell_colours, idle && !differs ? ThreadState::idle : ThreadState::works, look.px(2), look.px(5));
        if (differs && b.y - a.y >= look.px(6))  // not by colour alone
            draw_cross(list, {(a.x + b.x) / 2, (a.y + b.y) / 2}, std::min(b.y - a.y, b.x - a.x) * 0.24f,
                       side.scene.faded(look.theme.panel, side.older), look.px(1.5f));
    }
}

void draw_labels(const Side& side, ImDrawList& list) {
    const Look& look = side.look();
    const CellsLayout& cells = side.cells;
    if (cells.is_binned()) return;
    const float size = look.px(Fonts::kSmall);
    float free_from = side.at.y - look.px(4);
    for (std::uint64_t row = 0; row < cells.rows; row += cells.warps_per_block) {
        const float y = side.at.y + cells.corner_of(row * cells.columns).y +
                        (cells.cell_h * static_cast<float>(std::min<std::uint64_t>(cells.warps_per_block, 1)) - size * 1.2f) / 2;
        if (y < free_from) continue;
        free_from = y + size * 1.2f;
        put_text(list, look.fonts.semibold, size, {side.at.x - cells.gutter, y}, side.scene.faded(look.theme.text, side.older),
                 fmt::format("block {}", row / cells.warps_per_block));
    }
}

void outline(const Side& side, ImDrawList& list, std::uint64_t thread, ImU32 colour) {
    if (thread >= side.cells.threads) return;
    const ImVec2 corner = side.cells.corner_of(side.cells.cell_of(thread));
    const float out = side.look().px(2);
    const ImVec2 a{std::round(side.at.x + corner.x) - out, std::round(side.at.y + corner.y) - out};
    const ImVec2 b{std::round(side.at.x + corner.x + side.cells.cell_w) - 1 + out,
                   std::round(side.at.y + corner.y + side.cells.cell_h) - 1 + out};
    list.AddRect(a, b, colour, side.look().px(4), side.look().px(2));
}

// "out[31] = 10.21"
std::string left_by(const Side& side, std::uint64_t thread) {
    if (!side.facts.ran) return "did not run";
    if (side.facts.first_written.empty() || side.facts.array == nullptr) return "not traced";
    const std::uint32_t element = thread < side.facts.first_written.size() ? side.facts.first_written[thread] : 0;
    if (element == 0) return "left no element";
    return fmt::format("{}[{}] = {}", side.scene.facts.array, element - 1, side.facts.array->text(element - 1));
}

std::uint64_t shown_thread(const CompareScene& scene, std::uint64_t threads) {
    const auto &hovered = scene.wb.pointing.hovered_thread, &chosen = scene.wb.pointing.chosen_thread;
    if (hovered && *hovered < threads) return *hovered;
    if (chosen && *chosen < threads) return *chosen;
    const auto first = std::ranges::find(scene.facts.yours.thread_differs, 1);
    return first != scene.facts.yours.thread_differs.end()
               ? static_cast<std::uint64_t>(first - scene.facts.yours.thread_differs.begin())
               : 0;
}

// A rounded word with a mark: right or not.
void verdict_tag(const Look& look, const std::string& text, bool good, bool older) {
    if (older) return;
    const ImU32 colour = good ? look.theme.good : look.theme.bad;
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    const std::string words = std::string(good ? icon::kCheck : icon::kCross) + " " + text;
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(words.c_str());
    const ImVec2 end{at.x + size.x + look.px(16), at.y + size.y + look.px(4)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, end, mix(look.theme.panel, colour, look.theme.dark ? 0.2f : 0.14f), (end.y - at.y) / 2);
    if (look.theme_name == ThemeName::high_contrast) list.AddRect(at, end, colour, (end.y - at.y) / 2, look.px(1));
    ImGui::SetCursorScreenPos({at.x + look.px(8), at.y + look.px(2)});
    ImGui::TextColored(to_vec4(mix(colour, look.theme.text, 0.45f)), "%s", words.c_str());
}

struct Heading {
    const char* title;
    std::string verdict;
    bool good = false, older = false;
    std::string_view older_than;
};

void draw_heading(const Look& look, const Heading& heading, ImVec2 at) {
    ImGui::SetCursorScreenPos(at);
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        ImGui::TextColored(to_vec4(heading.older ? look.theme.muted : look.theme.text), "%s", heading.title);
    }
    ImGui::SameLine(0, look.px(12));
    if (heading.older)
        older_tag(look, heading.older_than);
    else
        verdict_tag(look, heading.verdict, heading.good, false);
}

void keys(const CompareScene& scene, const CellsLayout& cells, ImGuiID id) {
    if (cells.threads == 0) return;
    auto& chosen = scene.wb.pointing.chosen_thread;
    const std::uint64_t from = std::min(chosen.value_or(shown_thread(scene, cells.threads)), cells.threads - 1);
    const auto step = static_cast<std::int64_t>(cells.per_cell), row = step * static_cast<std::int64_t>(cells.columns);
    for (const auto& [key, by] :
         {std::pair{ImGuiKey_LeftArrow, -step}, {ImGuiKey_RightArrow, step}, {ImGuiKey_UpArrow, -row}, {ImGuiKey_DownArrow, row}}) {
        ImGui::SetKeyOwner(key, id);
        if (!ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id)) continue;
        const std::int64_t to = static_cast<std::int64_t>(from) + by;
        if (to >= 0 && to < static_cast<std::int64_t>(cells.threads)) chosen = static_cast<std::uint64_t>(to);
        scene.wb.pointing.hovered_thread.reset();
    }
}

void tooltip(const CompareScene& scene, const std::array<Side, 2>& sides, std::uint64_t thread) {
    if (!begin_tooltip(scene.look())) return;
    {
        const FontScope font(scene.look().fonts.semibold, scene.look().px(14));
        ImGui::TextUnformatted(thread_name(sides[0].record.launch, thread).c_str());
    }
    {
        const FontScope font(scene.look().fonts.regular, scene.look().px(Fonts::kSmall));
        ImGui::TextUnformatted(("yours: " + left_by(sides[0], thread)).c_str());
        ImGui::TextUnformatted(("the lesson's: " + left_by(sides[1], thread)).c_str());
    }
    ImGui::EndTooltip();
}

void grid_item(const CompareScene& scene, const std::array<Side, 2>& sides, std::size_t which) {
    const Side& side = sides[which];
    const Look& look = scene.look();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = side.cells.cell_w * static_cast<float>(side.cells.columns);
    ImGui::SetCursorScreenPos(side.at);
    ImGui::InvisibleButton(which == 0 ? "##yours_grid" : "##lessons_grid", {width, std::max(1.0f, side.cells.height())},
                           ImGuiButtonFlags_EnableNav);
    const bool hovered = ImGui::IsItemHovered(), focused = ImGui::IsItemFocused();
    if (hovered) {
        const ImVec2 mouse = ImGui::GetMousePos();
        scene.wb.pointing.hovered_thread = side.cells.thread_at({mouse.x - side.at.x, mouse.y - side.at.y});
        scene.state.points = true;
        if (ImGui::IsItemClicked() && scene.wb.pointing.hovered_thread)
            scene.wb.pointing.chosen_thread = scene.wb.pointing.hovered_thread;
    }
    if (focused) keys(scene, side.cells, ImGui::GetItemID());
    draw_cells(side, list);
    draw_labels(side, list);
    outline(side, list, shown_thread(scene, side.cells.threads), look.theme.text);
    if (focused && ImGui::GetIO().NavVisible)
        list.AddRect({side.at.x - look.px(4), side.at.y - look.px(4)},
                     {side.at.x + width + look.px(4), side.at.y + side.cells.height() + look.px(4)}, look.theme.accent, look.px(5),
                     look.px(1.5f));
    if (hovered && scene.wb.pointing.hovered_thread) tooltip(scene, sides, *scene.wb.pointing.hovered_thread);
}

void draw_foot(const Side& side, ImVec2 at, float width) {
    const Look& look = side.look();
    const std::uint64_t thread = shown_thread(side.scene, side.cells.threads);
    const std::string who = thread_name(side.record.launch, thread) + "   ", what = left_by(side, thread);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = look.px(Fonts::kSmall), who_width = text_width(look.fonts.regular, size, who);
    put_text_cut(list, look.fonts.regular, size, at, look.theme.muted, who, width);
    if (who_width < width)
        put_text_cut(list, look.fonts.mono, size, {at.x + who_width, at.y}, side.scene.faded(look.theme.text, side.older), what,
                     width - who_width);
}

}  // namespace

ImU32 CompareScene::faded(ImU32 colour, bool older) const { return older ? mix(look().theme.panel, colour, 0.45f) : colour; }

float CellsLayout::height() const {
    const auto gaps = is_binned() ? 0.0f : static_cast<float>(rows / std::max<std::uint64_t>(1, warps_per_block)) * block_gap;
    return static_cast<float>(rows) * cell_h + gaps;
}

std::optional<std::uint64_t> CellsLayout::first_thread(std::uint64_t cell) const {
    if (is_binned()) return cell * per_cell < threads ? std::optional(cell * per_cell) : std::nullopt;
    const std::uint64_t row = cell / columns, in_block = row % warps_per_block * kLanes + cell % columns;
    const std::uint64_t thread = row / warps_per_block * threads_per_block + in_block;
    return in_block < threads_per_block && thread < threads ? std::optional(thread) : std::nullopt;
}

std::uint64_t CellsLayout::cell_of(std::uint64_t thread) const {
    if (is_binned()) return thread / per_cell;
    const std::uint64_t in_block = thread % threads_per_block;
    return (thread / threads_per_block * warps_per_block + in_block / kLanes) * columns + in_block % kLanes;
}

ImVec2 CellsLayout::corner_of(std::uint64_t cell) const {
    const std::uint64_t row = cell / columns;
    const float gap = is_binned() ? 0 : static_cast<float>(row / warps_per_block) * block_gap;
    return {static_cast<float>(cell % columns) * cell_w, static_cast<float>(row) * cell_h + gap};
}

std::optional<std::uint64_t> CellsLayout::thread_at(ImVec2 p) const {
    if (p.x < 0 || p.y < 0 || p.x >= cell_w * static_cast<float>(columns)) return std::nullopt;
    const float block = static_cast<float>(warps_per_block) * cell_h + block_gap;
    const auto row = is_binned() ? static_cast<std::uint64_t>(p.y / cell_h)
                                 : static_cast<std::uint64_t>(p.y / block) * warps_per_block +
                                       std::min(warps_per_block - 1, static_cast<std::uint64_t>(std::fmod(p.y, block) / cell_h));
    if (row >= rows) return std::nullopt;
    return first_thread(row * columns + static_cast<std::uint64_t>(p.x / cell_w));
}

CellsLayout lay_out_cells(const Look& look, const LaunchShape& shape, float width, float height) {
    CellsLayout cells;
    cells.threads = shape.thread_count();
    cells.threads_per_block = std::max<std::uint64_t>(1, shape.block.count());
    cells.warps_per_block = (cells.threads_per_block + kLanes - 1) / kLanes;
    cells.rows = shape.grid.count() * cells.warps_per_block;
    cells.gutter = look.px(kGutter);
    const float least = std::max(4.0f, look.px(kLeastCell));
    cells.block_gap = look.px(cells.warps_per_block > 1 ? 5.0f : 2.0f);
    const float gaps = static_cast<float>(shape.grid.count()) * cells.block_gap;
    if (static_cast<float>(cells.rows) * least + gaps <= height) {
        cells.cell_w = std::min(look.px(kLargestCell), (width - cells.gutter) / static_cast<float>(kLanes));
        cells.cell_h = std::clamp((height - gaps) / static_cast<float>(cells.rows), least, look.px(kLargestCell));
        return cells;
    }
    cells.gutter = cells.block_gap = 0;
    cells.columns = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(width / look.px(kBin)));
    const auto most_rows = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(height / look.px(kBin)));
    cells.per_cell = std::max<std::uint64_t>(2, (cells.threads + cells.columns * most_rows - 1) / (cells.columns * most_rows));
    const std::uint64_t needed = (cells.threads + cells.per_cell - 1) / cells.per_cell;
    cells.rows = (needed + cells.columns - 1) / cells.columns;
    cells.cell_w = cells.cell_h = look.px(kBin);
    return cells;
}

void compare_grids(const CompareScene& scene, float height) {
    const Look& look = scene.look();
    const CompareFacts& facts = scene.facts;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, gap = look.px(kColumnGap), half = (width - gap) / 2;
    const float room = height - look.px(kHeader + kFoot);
    const auto side_of = [&](const CompareSide& side, const RunRecord& record, bool older, float x) {
        const CellsLayout cells = lay_out_cells(look, record.launch, half, room);
        return Side{scene, side, record, older, cells, {x + cells.gutter, at.y + look.px(kHeader)}};
    };
    const std::array<Side, 2> sides{side_of(facts.yours, scene.runs.yours, scene.yours_older, at.x),
                                    side_of(facts.lessons, scene.runs.lessons, scene.lessons_older, at.x + half + gap)};
    const bool compared = facts.why_not.empty();
    const std::string differ =
        facts.differing == 0 ? "no element differs"
                             : fmt::format("{} of {} differ", with_separators(facts.differing), with_separators(facts.elements));
    const bool same_text = scene.lessons_older;  // then only values have changed
    draw_heading(look,
                 {"Yours", compared ? differ : facts.yours.verdict, compared && facts.differing == 0, scene.yours_older,
                  same_text ? kOlderThanChange : kOlderThanEdit},
                 at);
    draw_heading(look, {"The lesson's", facts.lessons.verdict, facts.lessons.is_right, scene.lessons_older, kOlderThanChange},
                 {at.x + half + gap, at.y});
    if (std::exchange(scene.state.points, false)) scene.wb.pointing.hovered_thread.reset();
    float bottom = at.y + look.px(kHeader);
    for (std::size_t which = 0; which < sides.size(); ++which) {
        grid_item(scene, sides, which);
        bottom = std::max(bottom, sides[which].at.y + sides[which].cells.height());
    }
    for (const Side& side : sides) draw_foot(side, {side.at.x - side.cells.gutter, bottom + look.px(6)}, half);
    const float middle = std::round(at.x + half + gap / 2);
    ImGui::GetWindowDrawList()->AddLine({middle, at.y}, {middle, bottom + look.px(kFoot)}, look.theme.line);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, bottom + look.px(kFoot) - at.y});
}

}  // namespace warpwise::ui
