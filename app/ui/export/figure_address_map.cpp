// Matrices of views above the memory of their owners, with an arrow for each element.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/export/figure_parts.h"
#include "ui/kit/widgets.h"
#include "ui/threads/address_layout.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kNarrowestPlace = 3, kNarrowestPlaceWithGap = 6;

struct AddressPage {
    Page& page;
    const AddressScene& scene;
    const AddressLayout& layout;
    double top = 0;

    Area area(const Box& box) const { return {Page::kLeft + box.x, top + box.y, box.w, box.h}; }
};

void add_text_in(Page& page, const Area& area, Colour ink, const std::string& text) {
    const TextStyle style{Face::mono, Fonts::kSmall, ink};
    if (!text.empty()) page.text({area.middle_x(), area.middle_y()}, text, style, Anchor::middle);
}

bool cells_have_text(const Page& page, std::size_t longest, double width) {
    return longest <= 16 && page.width_of(std::string(longest, '0'), page.mono()) + 5 <= width;
}

void add_element(Page& page, const Area& area, AddressCell kind, std::uint64_t hue, const std::string& text) {
    const Palette& c = page.colours();
    const Colour colour = block_colour(c, hue);
    switch (kind) {
        case AddressCell::element: page.rect(area, colour, 2); break;
        case AddressCell::copy: page.add(Rect{area, 2, mix(c.ground, colour, 0.14), Line{colour, 1, 3}}); break;
        case AddressCell::outside:
            page.add(Rect{area, 2, mix(c.ground, c.bad, 0.12), Line{c.bad, 1.5, 0}});
            return draw_cross(page, {area.middle_x(), area.middle_y()}, 4, c.bad);
        case AddressCell::whole: page.add(Rect{area, 2, c.ground, Line{c.muted, 1, 0}}); break;
    }
    add_text_in(page, area, kind == AddressCell::element ? c.on_block[block_hue(hue)] : c.ink, text);
}

Area inset_by(Area area, double gap) { return {area.x, area.y, std::max(0.5, area.w - gap), std::max(0.5, area.h - gap)}; }

void add_address_arrow(const AddressPage& p, const MatrixLayout& matrix, ViewElement element, bool pointed) {
    const Palette& c = p.page.colours();
    const AddressMap& map = p.scene.maps[matrix.map];
    const MemoryLayout& strip = p.layout.strips[map.owner];
    const Area cell = inset_by(p.area(matrix.cell(element)), 2);
    const Point from{cell.middle_x(), cell.bottom() - 1},
        to{Page::kLeft + strip.target_of(place_of(map.view, element)), p.top + strip.bar.y - 1};
    const Colour plain = is_outside(p.scene, matrix.map, element) ? c.bad
                         : pointed                                ? c.ink
                                                                  : block_colour(c, hue_of_row(matrix.map, element.row));
    const Colour colour = pointed ? plain : mix(c.ground, plain, 0.5);
    const double head = pointed ? 8 : 4, length = std::hypot(to.x - from.x, to.y - from.y);
    if (length < 1) return;
    const Point along{(to.x - from.x) / length, (to.y - from.y) / length}, neck{to.x - along.x * head, to.y - along.y * head};
    p.page.line({from, neck}, Line{colour, pointed ? 2.0 : 1.0, 0});
    Path tip;
    tip.fill = colour;
    tip.move_to(to);
    tip.line_to({neck.x - along.y * head * 0.45, neck.y + along.x * head * 0.45});
    tip.line_to({neck.x + along.y * head * 0.45, neck.y - along.x * head * 0.45});
    tip.close();
    p.page.add(tip);
}

void add_matrix(const AddressPage& p, const MatrixLayout& matrix) {
    const AddressMap& map = p.scene.maps[matrix.map];
    Page& page = p.page;
    const double y = p.top + matrix.title + 8;
    const Area below = p.area(p.layout.strips[map.owner].bar);
    page.text({below.x, y}, map.title, page.bold());
    const double after = page.width_of(map.title, page.bold()) + 10;
    if (after + page.width_of(view_text(map.view), page.muted()) <= below.w)
        page.text({below.x + after, y}, view_text(map.view), page.muted());
    const double widest = page.width_of(std::to_string(matrix.first_col + matrix.cols - 1), page.mono()) + 4;
    const auto every = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(widest / matrix.cell_w)));
    for (std::int64_t col = matrix.first_col; col < matrix.first_col + matrix.cols; ++col)
        if (col % every == 0)
            page.text({p.area(matrix.cell({matrix.first_row, col})).middle_x(), p.top + matrix.top - 9}, std::to_string(col),
                      page.mono(), Anchor::middle);
    const bool has_text = cells_have_text(page, longest_text(p.scene, matrix), matrix.cell_w);
    for (std::int64_t row = matrix.first_row; row < matrix.first_row + matrix.rows; ++row) {
        const Area first = p.area(matrix.cell({row, matrix.first_col}));
        if (!map.view.one_axis) page.text({first.x - 6, first.middle_y()}, std::to_string(row), page.mono(), Anchor::end);
        for (std::int64_t col = matrix.first_col; col < matrix.first_col + matrix.cols; ++col) {
            const ViewElement element{row, col};
            const AddressCell kind = cell_kind(p.scene, matrix.map, element);
            add_element(page, inset_by(p.area(matrix.cell(element)), 2), kind, hue_of_row(matrix.map, row),
                        kind == AddressCell::outside || !has_text
                            ? std::string()
                            : cell_text(p.scene.owners[map.owner], place_of(map.view, element)));
        }
    }
}

// The colour of places begin to end - 1 of one view: as strong as the share of them that it reaches.
Colour places_colour(const AddressPage& p, std::size_t map, std::int64_t begin, std::int64_t end) {
    const Palette& c = p.page.colours();
    const AddressMap& of = p.scene.maps[map];
    std::int64_t reached = 0;
    Colour colour = c.idle;
    for (std::int64_t place = begin; place < end; ++place) {
        if (place < 0 || static_cast<std::uint64_t>(place) >= of.reach->row_at.size()) return c.bad;
        const std::int32_t row = of.reach->row_at[static_cast<std::size_t>(place)];
        if (row >= 0 && reached++ == 0) colour = block_colour(c, hue_of_row(map, row));
    }
    return mix(c.idle, colour, static_cast<double>(reached) / static_cast<double>(end - begin));
}

void add_memory(const AddressPage& p, const MemoryLayout& strip) {
    Page& page = p.page;
    const AddressOwner& owner = p.scene.owners[strip.owner];
    const std::vector<std::size_t> views = colouring_maps(p.scene, strip.owner);
    const std::int64_t places = strip.last - strip.first + 1;
    const std::int64_t cells =
        strip.per_place() >= kNarrowestPlace ? places : std::min<std::int64_t>(places, static_cast<std::int64_t>(strip.bar.w));
    const double wide = strip.bar.w / static_cast<double>(cells), high = strip.bar.h / static_cast<double>(views.size());
    const double gap = wide >= kNarrowestPlaceWithGap ? 1.5 : 0;
    const bool has_text = cells == places && cells_have_text(page, longest_text(p.scene, strip), wide);
    for (std::int64_t cell = 0; cell < cells; ++cell) {
        const std::int64_t begin = strip.first + places * cell / cells, end = strip.first + places * (cell + 1) / cells;
        const Box box{strip.bar.x + wide * static_cast<double>(cell), strip.bar.y, wide, strip.bar.h};
        if (begin < 0 || static_cast<std::uint64_t>(begin) >= owner.count) {
            if (std::ranges::any_of(views, [&](std::size_t map) { return element_at(p.scene.maps[map].view, begin).has_value(); }))
                add_element(page, inset_by(p.area(box), gap), AddressCell::outside, 0, {});
            continue;
        }
        for (std::size_t k = 0; k < views.size(); ++k)
            page.rect(inset_by(p.area({box.x, box.y + high * static_cast<double>(k), box.w, high}), gap),
                      places_colour(p, views[k], begin, end), gap > 0 ? 2 : 0);
        if (views.size() != 1 || !has_text) continue;
        const std::int32_t row = p.scene.maps[views[0]].reach->row_at[static_cast<std::size_t>(begin)];
        add_text_in(page, inset_by(p.area(box), gap),
                    row < 0 ? page.colours().muted : page.colours().on_block[block_hue(hue_of_row(views[0], row))],
                    cell_text(owner, begin));
    }
    const Area bar = p.area(strip.bar);
    const std::int64_t step = strip.tick_step(page.width_of(with_separators(owner.count), page.mono()) + 6);
    for (std::int64_t place = 0; place < static_cast<std::int64_t>(owner.count); place += step) {
        const std::string text = with_separators(place);
        const double half = page.width_of(text, page.mono()) / 2;
        const double x = Page::kLeft + strip.left_of(place) + strip.per_place() / 2;
        page.text({std::clamp(x, bar.x + half, bar.right() - half), p.top + strip.bar.y + strip.bar.h + 10}, text, page.mono(),
                  Anchor::middle);
    }
    page.text({bar.x, p.top + strip.title + 8}, title_of_owner(p.scene, strip.owner), page.muted());
}

void add_chosen(const AddressPage& p) {
    const AddressMap& map = p.scene.maps[p.scene.chosen_map];
    const MatrixLayout& matrix = p.layout.matrices[p.scene.chosen_map];
    const MemoryLayout& strip = p.layout.strips[map.owner];
    if (!matrix.shows(p.scene.chosen)) return;
    const Colour ink = is_outside(p.scene, p.scene.chosen_map, p.scene.chosen) ? p.page.colours().bad : p.page.colours().ink;
    add_address_arrow(p, matrix, p.scene.chosen, true);
    p.page.add(Rect{inset_by(p.area(matrix.cell(p.scene.chosen)), 2), 2, {}, Line{ink, 2, 0}});
    const std::int64_t place = place_of(map.view, p.scene.chosen);
    if (place < strip.first || place > strip.last) return;
    const double wide = std::max(3.0, strip.per_place());
    p.page.add(Rect{inset_by(p.area({strip.left_of(place), strip.bar.y, wide, strip.bar.h}), 1.5), 2, {}, Line{ink, 2, 0}});
}

std::string address_sentence(const AddressScene& scene, const AddressLayout& layout) {
    std::string text = element_sentence(scene, scene.chosen_map, scene.chosen);
    for (std::size_t i = 0; i < scene.maps.size(); ++i)
        if (const std::string outside = outside_text(scene, i); !outside.empty()) text += " " + outside;
    for (const MatrixLayout& matrix : layout.matrices)
        if (matrix.is_cut) text += fmt::format(" {} is drawn in part.", scene.maps[matrix.map].name);
    return text;
}

}  // namespace

Figure address_map_figure(const Setting& setting, const AddressScene& scene) {
    const AddressLayout layout = address_layout(scene, {}, Page::kWidth, 1);
    const bool any = std::ranges::any_of(scene.owners, [](const AddressOwner& owner) { return owner.values != nullptr; });
    Page page(setting.fonts, setting.options,
              words_of(setting, address_sentence(scene, layout),
                       any ? "Computed from shape, strides and offset. Cells show values of a run."
                           : "Computed from shape, strides and offset. Cells show indices in memory."));
    const AddressPage p{page, scene, layout, page.y + 4};
    for (const MatrixLayout& matrix : layout.matrices)
        for (const ViewElement element :
             lined_elements(scene, matrix, matrix.map == scene.chosen_map ? scene.chosen : ViewElement()))
            add_address_arrow(p, matrix, element, false);
    for (const MatrixLayout& matrix : layout.matrices) add_matrix(p, matrix);
    for (const MemoryLayout& strip : layout.strips) add_memory(p, strip);
    add_chosen(p);
    page.y = p.top + layout.height + 8;
    const AddressMeaning there = meanings_of(scene);
    std::vector<Page::LegendEntry> entries;
    const auto key = [&](AddressCell kind) {
        return [&page, kind, hue = hue_of_row(scene.chosen_map, 0)](const Area& area) {
            add_element(page, {area.x + 3, area.y, area.h, area.h}, kind, hue, {});
        };
    };
    entries.push_back({key(AddressCell::element), there.rows ? "an element; one hue per row" : "an element of the view"});
    if (there.copies) entries.push_back({key(AddressCell::copy), "the same element again"});
    if (there.unreached)
        entries.push_back({[&page](const Area& area) { page.rect({area.x + 3, area.y, area.h, area.h}, page.colours().idle, 2); },
                           "not in the view"});
    if (there.outside) entries.push_back({key(AddressCell::outside), "outside of the array"});
    page.legend(entries);
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
