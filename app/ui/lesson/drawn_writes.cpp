// The elements of an array with who wrote each, as small cells: the target of a rung, and what the learner's line does.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/puzzle_cards.h"

namespace warpwise::ui {
namespace {

constexpr float kNumberedCell = 20, kLargestElement = 30, kLeastCell = 15;  // unscaled

std::string who(const DrawnWrites& drawn, std::size_t i) {
    if (drawn.writer[i] == 0) return fmt::format("Element {}: no thread wrote it", i);
    const std::uint32_t thread = drawn.writer[i] - 1;
    return fmt::format("Element {}: written by thread {} of block {}{}", i, thread % drawn.block_threads,
                       thread / drawn.block_threads, drawn.wrong[i] ? "; its value is wrong" : "");
}

}  // namespace

void draw_writes(const Look& look, const DrawnWrites& drawn, const DrawnWrites* target) {
    if (drawn.writer.empty()) return;
    const Theme& t = look.theme;
    const float width = ImGui::GetContentRegionAvail().x;
    std::size_t columns = 32;
    while (columns > 8 && width / static_cast<float>(columns) < look.px(kNumberedCell)) columns /= 2;
    // a matrix row by row, where its cells are not too small: then blocks are tiles and no stripes
    if (drawn.row > 0 && width / static_cast<float>(drawn.row) >= look.px(kLeastCell)) columns = drawn.row;
    const float cell = std::min(std::floor(width / static_cast<float>(columns)), look.px(kLargestElement));
    const float digits = std::min(look.px(Fonts::kSmall), cell * 0.62f);
    const std::size_t rows = (drawn.writer.size() + columns - 1) / columns;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("##writes", {cell * static_cast<float>(columns), cell * static_cast<float>(rows)});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 mouse = ImGui::GetMousePos();
    const bool hovered = ImGui::IsItemHovered();
    for (std::size_t i = 0; i < drawn.writer.size(); ++i) {
        const ImVec2 min{at.x + cell * static_cast<float>(i % columns), at.y + cell * static_cast<float>(i / columns)};
        const ImVec2 max{min.x + cell - look.px(2), min.y + cell - look.px(2)};
        const std::uint32_t writer = drawn.writer[i];
        const std::uint64_t block = writer == 0 ? 0 : (writer - 1) / drawn.block_threads;
        if (writer == 0) {
            list.AddRect(min, max, mix(t.panel, t.muted, 0.6f), look.px(2));
            draw_hatch(list, min, max, mix(t.panel, t.line, 0.7f), look.px(5));
        } else {
            list.AddRectFilled(min, max, block_colour(t, block), look.px(2));
            // a number that would run into the next is told by hovering alone
            const std::string thread = std::to_string((writer - 1) % drawn.block_threads);
            if (text_width(look.fonts.mono, digits, thread) <= max.x - min.x)
                put_text(list, look.fonts.mono, digits, {(min.x + max.x) / 2, (min.y + max.y) / 2 - digits * 0.6f},
                         block_ink(t, block), thread, 0.5f);
        }
        const bool differs = drawn.wrong[i] || (target != nullptr && (i >= target->writer.size() || target->writer[i] != writer));
        if (differs) list.AddRect(min, max, t.bad, look.px(2), look.px(2.2f));
        if (drawn.wrong[i]) draw_cross(list, {max.x - look.px(4.5f), min.y + look.px(4.5f)}, look.px(2.5f), t.bad, look.px(1.6f));
        if (hovered && mouse.x >= min.x && mouse.x < min.x + cell && mouse.y >= min.y && mouse.y < min.y + cell)
            explain(look, who(drawn, i));
    }
}

}  // namespace warpwise::ui
