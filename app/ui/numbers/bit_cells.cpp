// The bits as cells: a click, or Space on a cell that the keyboard is on, flips one.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/numbers/bits_parts.h"
#include "ui/numbers/number_words.h"

namespace warpwise::ui {
namespace {

constexpr float kNarrowestCell = 17, kWidestCell = 34, kCellHeight = 30, kLabelHeight = 18;  // unscaled
constexpr std::uint64_t kHueOf[] = {3, 1, 0, 0};                                             // of sign, exponent, fraction, value

struct CellRow {
    const Look& look;
    const NumberFormat& format;
    ImVec2 at;
    float cell = 0;
    int highest = 0, lowest = 0;  // bits

    float left_of(int bit) const { return at.x + cell * static_cast<float>(highest - bit); }
};

// As many bits per row as fit: all of them, or a power of two.
int bits_per_row(const Look& look, int bits, float width) {
    int per_row = bits;
    while (per_row > 8 && width / static_cast<float>(per_row) < look.px(kNarrowestCell)) per_row /= 2;
    return per_row;
}

ImU32 hue(const Look& look, BitField field) { return block_colour(look.theme, kHueOf[static_cast<std::size_t>(field)]); }

// The names of the fields above their cells, with a line as wide as they are.
void draw_fields(const CellRow& row, ImDrawList& list) {
    const Look& look = row.look;
    const float size = look.px(Fonts::kSmall);
    for (int bit = row.highest; bit >= row.lowest;) {
        const BitField field = field_of(row.format, bit);
        int last = bit;
        while (last > row.lowest && field_of(row.format, last - 1) == field) --last;
        const float x0 = row.left_of(bit), x1 = row.left_of(last - 1) - look.px(2), y = row.at.y + look.px(kLabelHeight);
        list.AddRectFilled({x0, y - look.px(3)}, {x1, y - look.px(1)}, hue(look, field));
        // a single cell has room for a short name only
        const bool is_one = field == BitField::sign;
        std::string name = is_one ? name_of(field) : fmt::format("{} ({})", name_of(field), bit - last + 1);
        if (is_one && text_width(look.fonts.regular, look.px(10), name) > x1 - x0 - look.px(2)) name.resize(1);
        put_text_cut(list, look.fonts.regular, is_one ? look.px(10) : size, {x0, row.at.y + look.px(is_one ? 1.0f : -1.0f)},
                     look.theme.muted, name, x1 - x0 + look.px(2));
        bit = last - 1;
    }
}

// The place values of integers below their cells, the numbers of the bits below those of floats.
void draw_place(const CellRow& row, ImDrawList& list, int bit) {
    const Look& look = row.look;
    const bool is_sign = row.format.is_signed && bit == row.format.bits - 1;
    std::string text = row.format.is_float() ? fmt::format("{}", bit)
                       : bit < 10            ? fmt::format("{}{}", is_sign ? "-" : "", 1 << bit)
                                             : fmt::format("{}2^{}", is_sign ? "-" : "", bit);
    const float size = look.px(Fonts::kSmall), width = text_width(look.fonts.mono, size, text);
    const int every = width + look.px(2) <= row.cell ? 1 : width + look.px(4) <= 4 * row.cell ? 4 : 8;
    if (bit % every != 0 && bit != row.highest) return;
    const float x = std::min(row.left_of(bit) + (row.cell - look.px(2)) / 2,
                             row.at.x + row.cell * static_cast<float>(row.highest - row.lowest + 1) - width / 2);
    // the highest bit's label gives way to none of the others: it stands where its neighbour's label would not reach
    if (bit == row.highest && bit % every != 0) {
        const int next = bit - bit % every;
        if (next >= row.lowest && row.left_of(next) - row.left_of(bit) < width + look.px(6)) return;
    }
    put_text(list, look.fonts.mono, size, {std::max(x, row.at.x + width / 2), row.at.y + look.px(kLabelHeight + kCellHeight + 2)},
             look.theme.muted, text, 0.5f);
}

void draw_cell(const CellRow& row, ImDrawList& list, BitEditor& editor, int bit) {
    const Look& look = row.look;
    const bool on = (editor.bits() >> bit & 1) != 0;
    const float gap = look.px(2);
    const ImVec2 min{row.left_of(bit), row.at.y + look.px(kLabelHeight)};
    const ImVec2 max{min.x + row.cell - gap, min.y + look.px(kCellHeight)};
    ImGui::SetCursorScreenPos(min);
    const bool pressed =
        ImGui::InvisibleButton(fmt::format("###bit_{}", bit).c_str(), {max.x - min.x, max.y - min.y}, ImGuiButtonFlags_EnableNav);
    const bool hovered = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    ImGui::LogText("%c", on ? '1' : '0');  // drawn by hand, so logged by hand
    const ImU32 colour = hue(look, field_of(row.format, bit));
    list.AddRectFilled(min, max, on ? colour : mix(look.theme.panel, colour, 0.14f), look.px(2));
    list.AddRect(min, max, hovered ? look.theme.text : mix(look.theme.panel, colour, on ? 1.0f : 0.55f), look.px(2),
                 look.px(hovered ? 2.0f : 1.0f));
    const float size = look.px(std::min(16.0f, row.cell / look.scale * 0.8f));
    put_text(list, look.fonts.mono, size, {(min.x + max.x) / 2, (min.y + max.y) / 2 - size * 0.62f},
             on ? block_ink(look.theme, kHueOf[static_cast<std::size_t>(field_of(row.format, bit))]) : look.theme.text,
             on ? "1" : "0", 0.5f);
    explain(look, bit_text(row.format, bit));
    draw_place(row, list, bit);
    if (pressed) editor.flip(bit);
}

}  // namespace

void draw_bit_cells(const Look& look, BitEditor& editor) {
    const NumberFormat& format = editor.format();
    const float width = ImGui::GetContentRegionAvail().x;
    const int per_row = bits_per_row(look, format.bits, width);
    const float cell = std::min(look.px(kWidestCell), width / static_cast<float>(per_row));
    const float row_height = look.px(kLabelHeight + kCellHeight + 20);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    int rows = 0;
    for (int highest = format.bits - 1; highest >= 0; highest -= per_row, ++rows) {
        const CellRow row{look, format,  {at.x, at.y + row_height * static_cast<float>(rows)},
                          cell, highest, std::max(0, highest - per_row + 1)};
        draw_fields(row, list);
        for (int bit = row.highest; bit >= row.lowest; --bit) draw_cell(row, list, editor, bit);
    }
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, row_height * static_cast<float>(rows)});
}

}  // namespace warpwise::ui
