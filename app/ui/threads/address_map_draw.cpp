#include "ui/threads/address_map_draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/threads/cell_look.h"

namespace warpwise::ui {
namespace {

constexpr float kNarrowestWithGap = 6;  // unscaled, of a place

Box moved_to(const Box& box, ImVec2 at) {
    return {box.x + static_cast<double>(at.x), box.y + static_cast<double>(at.y), box.w, box.h};
}

void draw_dashed(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 colour, float thickness, float dash) {
    for (float x = min.x; x < max.x; x += 2 * dash)
        for (const float y : {min.y, max.y}) list.AddLine({x, y}, {std::min(x + dash, max.x), y}, colour, thickness);
    for (float y = min.y; y < max.y; y += 2 * dash)
        for (const float x : {min.x, max.x}) list.AddLine({x, y}, {x, std::min(y + dash, max.y)}, colour, thickness);
}

void draw_text_in(const Look& look, ImDrawList& list, const Box& box, ImU32 ink, const std::string& text) {
    if (text.empty()) return;
    const float size = look.px(Fonts::kSmall);
    put_text(list, look.fonts.mono, size,
             {static_cast<float>(box.x + box.w / 2), static_cast<float>(box.y + box.h / 2) - size * 0.6f}, ink, text, 0.5f);
}

// All cells have texts, or none.
bool texts_fit(const Look& look, std::size_t longest, double width) {
    if (longest > 16) return false;
    const float needed = text_width(look.fonts.mono, look.px(Fonts::kSmall), std::string(longest, '0'));
    return needed + look.px(5) <= static_cast<float>(width);
}

void draw_element(const Look& look, ImDrawList& list, const Box& box, AddressCell kind, std::uint64_t hue,
                  const std::string& text) {
    const Theme& t = look.theme;
    const ImVec2 min = corner(box), max = far_corner(box);
    const ImU32 colour = block_colour(t, hue);
    switch (kind) {
        case AddressCell::element: list.AddRectFilled(min, max, colour, look.px(2)); break;
        case AddressCell::copy:
            list.AddRectFilled(min, max, mix(t.panel, colour, 0.14f), look.px(2));
            draw_dashed(list, min, max, mix(t.panel, colour, 0.8f), look.px(1), look.px(3));
            break;
        case AddressCell::outside:
            list.AddRectFilled(min, max, mix(t.panel, t.bad, 0.16f), look.px(2));
            list.AddRect(min, max, t.bad, look.px(2), look.px(1.5f));
            draw_cross(list, {(min.x + max.x) / 2, (min.y + max.y) / 2}, look.px(4), t.bad, look.px(1.5f));
            return;
        case AddressCell::whole:
            list.AddRectFilled(min, max, t.panel, look.px(2));
            list.AddRect(min, max, t.muted, look.px(2), look.px(1));
            break;
    }
    draw_text_in(look, list, box, kind == AddressCell::element ? block_ink(t, hue) : t.text, text);
}

Box inset(const Box& box, float gap) {
    const auto by = static_cast<double>(gap);
    return {box.x, box.y, std::max(1.0, box.w - by), std::max(1.0, box.h - by)};
}

void draw_indices(const AddressPicture& p, const MatrixLayout& matrix) {
    const Look& look = p.look;
    const float size = look.px(Fonts::kSmall);
    const StridedView& view = p.scene.maps[matrix.map].view;
    const auto ink = [&](bool pointed) { return pointed ? look.theme.text : look.theme.muted; };
    const bool here = p.pointed_map == matrix.map;
    const float widest = text_width(look.fonts.mono, size, std::to_string(matrix.first_col + matrix.cols - 1)) + look.px(4);
    const auto every = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(widest / static_cast<float>(matrix.cell_w))));
    for (std::int64_t col = matrix.first_col; col < matrix.first_col + matrix.cols; ++col) {
        if (col % every != 0) continue;
        const Box cell = moved_to(matrix.cell({matrix.first_row, col}), p.at);
        put_text(p.list, look.fonts.mono, size, {static_cast<float>(cell.x + cell.w / 2), static_cast<float>(cell.y) - look.px(17)},
                 ink(here && p.pointed.col == col), std::to_string(col), 0.5f);
    }
    if (view.one_axis) return;
    for (std::int64_t row = matrix.first_row; row < matrix.first_row + matrix.rows; ++row) {
        const Box cell = moved_to(matrix.cell({row, matrix.first_col}), p.at);
        const std::string text = std::to_string(row);
        const ImVec2 end{static_cast<float>(cell.x) - look.px(6), static_cast<float>(cell.y + cell.h / 2)};
        // lines of other rows pass below the number
        p.list.AddRectFilled({end.x - text_width(look.fonts.mono, size, text) - look.px(1), end.y - size * 0.5f},
                             {end.x + look.px(1), end.y + size * 0.5f}, look.theme.panel);
        put_text(p.list, look.fonts.mono, size, {end.x, end.y - size * 0.6f}, ink(here && p.pointed.row == row), text, 1);
    }
}

// Three dots where rows or columns are left out.
void draw_cut(const AddressPicture& p, const MatrixLayout& matrix) {
    const StridedView& view = p.scene.maps[matrix.map].view;
    const Box box = moved_to(matrix.box(), p.at);
    const auto dots = [&](double x, double y, double dx, double dy) {
        for (const double k : {-1.0, 0.0, 1.0})
            p.list.AddCircleFilled({static_cast<float>(x + k * dx), static_cast<float>(y + k * dy)}, p.look.px(1.6f),
                                   p.look.theme.muted);
    };
    const auto unit = static_cast<double>(p.look.px(1));
    if (matrix.first_col + matrix.cols < view.cols) dots(box.x + box.w + 10 * unit, box.y + box.h / 2, 6 * unit, 0);
    if (matrix.first_row + matrix.rows < view.rows) dots(box.x + box.w / 2, box.y + box.h + 5 * unit, 6 * unit, 0);
}

void draw_matrix(const AddressPicture& p, const MatrixLayout& matrix) {
    const Look& look = p.look;
    const AddressMap& map = p.scene.maps[matrix.map];
    const AddressOwner& owner = p.scene.owners[map.owner];
    const float size = look.px(Fonts::kSmall);
    const Box& below = p.layout.strips[map.owner].bar;
    const ImVec2 title{p.at.x + static_cast<float>(below.x), p.at.y + static_cast<float>(matrix.title)};
    put_text(p.list, look.fonts.semibold, size, title, look.theme.text, map.title);
    const float after = text_width(look.fonts.semibold, size, map.title) + look.px(10);
    put_text_cut(p.list, look.fonts.regular, size, {title.x + after, title.y}, look.theme.muted, view_text(map.view),
                 std::max(1.0f, static_cast<float>(below.w) - after));
    draw_indices(p, matrix);
    const bool has_text = texts_fit(look, longest_text(p.scene, matrix), matrix.cell_w);
    for (std::int64_t row = matrix.first_row; row < matrix.first_row + matrix.rows; ++row)
        for (std::int64_t col = matrix.first_col; col < matrix.first_col + matrix.cols; ++col) {
            const ViewElement element{row, col};
            const AddressCell kind = cell_kind(p.scene, matrix.map, element);
            draw_element(look, p.list, inset(moved_to(matrix.cell(element), p.at), look.px(2)), kind, hue_of_row(matrix.map, row),
                         kind == AddressCell::outside || !has_text ? std::string() : cell_text(owner, place_of(map.view, element)));
        }
    draw_cut(p, matrix);
}

ImVec2 start_of(const AddressPicture& p, const MatrixLayout& matrix, ViewElement element) {
    const Box cell = moved_to(matrix.cell(element), p.at);
    return {static_cast<float>(cell.x + cell.w / 2) - p.look.px(1), static_cast<float>(cell.y + cell.h) - p.look.px(3)};
}

void draw_address_arrow(const AddressPicture& p, ImVec2 from, ImVec2 to, ImU32 colour, float thickness, float head) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (length < 1) return;
    const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
    const ImVec2 neck{to.x - along.x * head, to.y - along.y * head};
    p.list.AddLine(from, neck, colour, thickness);
    p.list.AddTriangleFilled(to, {neck.x - along.y * head * 0.45f, neck.y + along.x * head * 0.45f},
                             {neck.x + along.y * head * 0.45f, neck.y - along.x * head * 0.45f}, colour);
}

void draw_line(const AddressPicture& p, const MatrixLayout& matrix, ViewElement element, bool pointed) {
    const Look& look = p.look;
    const AddressMap& map = p.scene.maps[matrix.map];
    const MemoryLayout& strip = p.layout.strips[map.owner];
    const ImVec2 to{p.at.x + static_cast<float>(strip.target_of(place_of(map.view, element))),
                    p.at.y + static_cast<float>(strip.bar.y) - look.px(1)};
    const ImU32 plain = is_outside(p.scene, matrix.map, element) ? look.theme.bad
                        : pointed                                ? look.theme.text
                                                                 : block_colour(look.theme, hue_of_row(matrix.map, element.row));
    draw_address_arrow(p, start_of(p, matrix, element), to, pointed ? plain : mix(look.theme.panel, plain, 0.5f),
                       look.px(pointed ? 2.0f : 1.0f), look.px(pointed ? 8.0f : 4.0f));
}

ImU32 place_colour(const AddressPicture& p, std::size_t map, std::int64_t place) {
    const Theme& t = p.look.theme;
    const AddressMap& of = p.scene.maps[map];
    if (place < 0 || static_cast<std::uint64_t>(place) >= p.scene.owners[of.owner].count) return t.bad;
    const std::int32_t row = of.reach->row_at[static_cast<std::size_t>(place)];
    return row < 0 ? t.raised : block_colour(t, hue_of_row(map, row));
}

// A place as wide as a cell; several views have a band each.
void draw_place(const AddressPicture& p, const MemoryLayout& strip, const std::vector<std::size_t>& views, std::int64_t place,
                bool has_text) {
    const Look& look = p.look;
    const AddressOwner& owner = p.scene.owners[strip.owner];
    const auto wide = static_cast<float>(strip.per_place());
    const float gap = wide >= look.px(kNarrowestWithGap) ? look.px(wide >= look.px(14) ? 2 : 1) : 0;
    Box box = inset(moved_to({strip.left_of(place), strip.bar.y, strip.per_place(), strip.bar.h}, p.at), gap);
    const bool outside = place < 0 || static_cast<std::uint64_t>(place) >= owner.count;
    if (outside) {
        const bool taken =
            std::ranges::any_of(views, [&](std::size_t map) { return element_at(p.scene.maps[map].view, place).has_value(); });
        if (taken) draw_element(look, p.list, box, AddressCell::outside, 0, {});
        return;
    }
    const Box whole = box;
    box.h /= static_cast<double>(views.size());
    for (std::size_t k = 0; k < views.size(); ++k) {
        p.list.AddRectFilled(corner(box), far_corner(box), place_colour(p, views[k], place), gap > 0 ? look.px(2) : 0);
        box.y += box.h;
    }
    if (gap > 0) p.list.AddRect(corner(whole), far_corner(whole), with_alpha(look.theme.line, 0.8f), look.px(2), look.px(1));
    if (views.size() != 1 || !has_text) return;
    const std::int32_t row = p.scene.maps[views[0]].reach->row_at[static_cast<std::size_t>(place)];
    draw_text_in(look, p.list, whole, row < 0 ? look.theme.muted : block_ink(look.theme, hue_of_row(views[0], row)),
                 cell_text(owner, place));
}

// Several places share a column of pixels: its colour is as strong as the share of them that the view reaches.
void draw_place_columns(const AddressPicture& p, const MemoryLayout& strip, const std::vector<std::size_t>& views) {
    const auto columns = std::max<std::int64_t>(1, static_cast<std::int64_t>(strip.bar.w));
    const double height = strip.bar.h / static_cast<double>(views.size());
    for (std::int64_t column = 0; column < columns; ++column) {
        const auto place = [&](std::int64_t at) { return strip.first + (strip.last - strip.first + 1) * at / columns; };
        const std::int64_t begin = place(column), end = std::max(begin + 1, place(column + 1));
        for (std::size_t k = 0; k < views.size(); ++k) {
            std::int64_t reached = 0;
            ImU32 colour = p.look.theme.raised;
            for (std::int64_t at = begin; at < end; ++at) {
                const ImU32 here = place_colour(p, views[k], at);
                if (here == p.look.theme.raised) continue;
                if (reached++ == 0) colour = here;
            }
            const Box box = moved_to(
                {strip.bar.x + static_cast<double>(column), strip.bar.y + height * static_cast<double>(k), 1, height}, p.at);
            p.list.AddRectFilled(corner(box), far_corner(box),
                                 mix(p.look.theme.raised, colour, static_cast<float>(reached) / static_cast<float>(end - begin)));
        }
    }
}

void draw_place_ticks(const AddressPicture& p, const MemoryLayout& strip) {
    const Look& look = p.look;
    const float size = look.px(Fonts::kSmall);
    const std::uint64_t count = p.scene.owners[strip.owner].count;
    const double widest = static_cast<double>(text_width(look.fonts.mono, size, with_separators(count)) + look.px(6));
    const std::int64_t step = strip.tick_step(widest);
    for (std::int64_t place = 0; place < static_cast<std::int64_t>(count); place += step) {
        const auto x = static_cast<float>(strip.left_of(place) + std::max(1.0, strip.per_place()) / 2) + p.at.x;
        const std::string text = with_separators(place);
        const float half = text_width(look.fonts.mono, size, text) / 2;
        put_text(p.list, look.fonts.mono, size,
                 {std::max(x, p.at.x + static_cast<float>(strip.bar.x) + half),
                  p.at.y + static_cast<float>(strip.bar.y + strip.bar.h) + look.px(1)},
                 look.theme.muted, text, 0.5f);
    }
}

void draw_strip(const AddressPicture& p, const MemoryLayout& strip) {
    const Look& look = p.look;
    const std::vector<std::size_t> views = colouring_maps(p.scene, strip.owner);
    const bool has_text = texts_fit(look, longest_text(p.scene, strip), strip.per_place());
    if (static_cast<float>(strip.per_place()) >= look.px(3))
        for (std::int64_t place = strip.first; place <= strip.last; ++place) draw_place(p, strip, views, place, has_text);
    else
        draw_place_columns(p, strip, views);
    draw_place_ticks(p, strip);
    put_text_cut(p.list, look.fonts.regular, look.px(Fonts::kSmall),
                 {p.at.x + static_cast<float>(strip.bar.x), p.at.y + static_cast<float>(strip.title)}, look.theme.muted,
                 title_of_owner(p.scene, strip.owner), static_cast<float>(strip.bar.w));
}

void outline_box(const AddressPicture& p, const Box& box, ImU32 colour) {
    const float by = p.look.px(1);
    const ImVec2 min = corner(box), max = far_corner(box);
    p.list.AddRect({min.x - by, min.y - by}, {max.x + by, max.y + by}, colour, p.look.px(3), p.look.px(2));
}

void draw_pointed(const AddressPicture& p) {
    const Look& look = p.look;
    const AddressMap& map = p.scene.maps[p.pointed_map];
    const MatrixLayout& matrix = p.layout.matrices[p.pointed_map];
    const MemoryLayout& strip = p.layout.strips[map.owner];
    const std::int64_t place = place_of(map.view, p.pointed);
    const ImU32 colour = is_outside(p.scene, p.pointed_map, p.pointed) ? look.theme.bad : look.theme.text;
    if (matrix.shows(p.pointed)) {
        draw_line(p, matrix, p.pointed, true);
        outline_box(p, inset(moved_to(matrix.cell(p.pointed), p.at), look.px(2)), colour);
    }
    if (place < strip.first || place > strip.last) return;
    const double width = std::max(strip.per_place(), static_cast<double>(look.px(3)));
    outline_box(p, inset(moved_to({strip.left_of(place), strip.bar.y, width, strip.bar.h}, p.at), look.px(width >= 14 ? 2 : 1)),
                colour);
}

}  // namespace

void draw_address_map(const AddressPicture& p) {
    for (const MatrixLayout& matrix : p.layout.matrices)
        for (const ViewElement element :
             lined_elements(p.scene, matrix, matrix.map == p.pointed_map ? p.pointed : ViewElement{matrix.first_row, 0}))
            draw_line(p, matrix, element, false);
    for (const MatrixLayout& matrix : p.layout.matrices) draw_matrix(p, matrix);
    for (const MemoryLayout& strip : p.layout.strips) draw_strip(p, strip);
    draw_pointed(p);
}

void address_legend(const Look& look, const AddressScene& scene) {
    const AddressMeaning there = meanings_of(scene);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float box = look.px(14), size = look.px(Fonts::kSmall),
                right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    float x = at.x, y = at.y;
    const auto entry = [&](bool is_there, const char* text, const auto& key) {
        if (!is_there) return;
        const float width = box + look.px(8) + text_width(look.fonts.regular, size, text) + look.px(20);
        if (x > at.x && x + width > right) x = at.x, y += look.px(20);
        const Box area{static_cast<double>(x), static_cast<double>(y + look.px(1)), static_cast<double>(box),
                       static_cast<double>(box)};
        key(area);
        put_text(list, look.fonts.regular, size, {x + box + look.px(8), y - look.px(1)}, look.theme.muted, text);
        x += width;
    };
    const auto cell = [&](AddressCell kind) {
        return [&, kind](const Box& area) { draw_element(look, list, area, kind, hue_of_row(scene.chosen_map, 0), {}); };
    };
    entry(true, there.rows ? "an element; one hue per row" : "an element of the view", cell(AddressCell::element));
    entry(there.copies, "the same element again", cell(AddressCell::copy));
    entry(there.unreached, "not in the view", [&](const Box& area) {
        list.AddRectFilled(corner(area), far_corner(area), look.theme.raised, look.px(2));
        list.AddRect(corner(area), far_corner(area), with_alpha(look.theme.line, 0.8f), look.px(2), look.px(1));
    });
    entry(there.outside, "outside of the array", cell(AddressCell::outside));
    ImGui::Dummy({right - at.x, y - at.y + look.px(17)});
}

}  // namespace warpwise::ui
