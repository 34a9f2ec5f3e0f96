// The learner's run beside the lesson's: both launches as threads, the array with what differs, the counts.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "ui/compare/compare_view.h"
#include "ui/export/figure_parts.h"
#include "ui/kit/widgets.h"
#include "ui/picture/image_palette.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kMiddleGap = 28, kHalf = (Page::kWidth - kMiddleGap) / 2, kCellsHeight = 190, kLabel = 90, kBar = 20, kRow = 22;
constexpr std::uint64_t kMostColumns = 480;

std::string in_words(std::uint64_t n) { return with_separators(static_cast<std::int64_t>(n)); }

// "#RRGGBB" of what Dear ImGui and GL take with R in the low byte.
Colour turned(std::uint32_t colour) { return (colour & 255) << 16 | (colour & 0xff00) | ((colour >> 16) & 255); }

bool any_of(const std::vector<std::uint8_t>& flags, std::uint64_t first, std::uint64_t last) {
    const auto end = std::min<std::uint64_t>(last, flags.size());
    return first < end &&
           std::find(flags.begin() + static_cast<std::ptrdiff_t>(first), flags.begin() + static_cast<std::ptrdiff_t>(end), 1) !=
               flags.begin() + static_cast<std::ptrdiff_t>(end);
}

double draw_grid(Page& page, const CompareSide& side, const LaunchShape& shape, double x, double y) {
    Look unit{};
    const CellsLayout cells = lay_out_cells(unit, shape, static_cast<float>(kHalf), static_cast<float>(kCellsHeight));
    const Palette& c = page.colours();
    for (std::uint64_t cell = 0; cell < cells.rows * cells.columns; ++cell) {
        const auto first = cells.first_thread(cell);
        if (!first) continue;
        const ImVec2 corner = cells.corner_of(cell);
        const Area area{x + static_cast<double>(cells.gutter + corner.x), y + static_cast<double>(corner.y),
                        static_cast<double>(cells.cell_w) - 1, static_cast<double>(cells.cell_h) - 1};
        const std::uint64_t last = std::min(*first + cells.per_cell, cells.threads);
        const bool differs = any_of(side.thread_differs, *first, last);
        const bool idle =
            !side.first_written.empty() && std::all_of(side.first_written.begin() + static_cast<std::ptrdiff_t>(*first),
                                                       side.first_written.begin() + static_cast<std::ptrdiff_t>(last),
                                                       [](std::uint32_t element) { return element == 0; });
        page.rect(area, differs ? c.bad : idle ? c.idle : block_colour(c, *first / cells.threads_per_block), 2);
        if (differs && area.h >= 7) draw_cross(page, {area.middle_x(), area.middle_y()}, area.h * 0.24, c.ground);
    }
    if (!cells.is_binned())
        for (std::uint64_t row = 0; row < cells.rows; row += cells.warps_per_block)
            if (row == 0 || cells.cell_h * static_cast<float>(cells.warps_per_block) >= 14)
                page.text({x, y + static_cast<double>(cells.corner_of(row * cells.columns).y + cells.cell_h / 2)},
                          fmt::format("block {}", row / cells.warps_per_block), page.bold());
    return static_cast<double>(cells.height());
}

void draw_strips(Page& page, const CompareFacts& facts) {
    const Palette& c = page.colours();
    const ColourTable colours = *palette_table("viridis");
    const double x = Page::kLeft + kLabel, width = Page::kWidth - kLabel;
    const std::uint64_t columns = std::min(facts.elements, kMostColumns);
    const std::array labels{"Yours", "Difference", "The lesson's"};
    for (int row = 0; row < 3; ++row) {
        const double top = page.y + row * (kBar + 6);
        page.text({Page::kLeft, top + kBar / 2}, labels[static_cast<std::size_t>(row)], page.ink());
        if (row == 1) page.rect({x, top, width, kBar}, c.idle, 2);
        for (std::uint64_t i = 0; i < columns; ++i) {
            const std::uint64_t first = i * facts.elements / columns, last = (i + 1) * facts.elements / columns;
            const double x0 = x + width * static_cast<double>(i) / static_cast<double>(columns),
                         w = width / static_cast<double>(columns);
            if (row == 1) {
                if (any_of(facts.differs, first, last)) page.rect({x0, top - 2, std::max(w, 2.0), kBar + 4}, c.bad);
                continue;
            }
            const Array& array = row == 0 ? *facts.yours.array : *facts.lessons.array;
            page.rect({x0, top, w + 0.3, kBar}, turned(colours[colour_index(array.value(first), facts.low, facts.high, false)]));
        }
    }
    page.y += 3 * kBar + 12;
    for (const auto& [at, text] : {std::pair{0.0, std::string("0")}, {1.0, in_words(facts.elements - 1)}})
        page.text({x + width * at, page.y + 14}, text, page.mono(), at > 0 ? Anchor::end : Anchor::start);
    page.y += 34;
}

void draw_table(Page& page, const CompareFacts& facts) {
    const Palette& c = page.colours();
    const double yours = Page::kLeft + 300, lessons = yours + 130, difference = Page::kRight;
    page.text({yours, page.y}, "yours", page.muted(), Anchor::end);
    page.text({lessons, page.y}, "the lesson's", page.muted(), Anchor::end);
    page.text({difference, page.y}, "difference", page.muted(), Anchor::end);
    for (const CompareRow& row : facts.rows) {
        page.horizontal(Page::kLeft, Page::kRight, page.y + kRow / 2, c.line);
        page.y += kRow;
        page.text({Page::kLeft, page.y}, row.label, page.ink());
        page.text({yours, page.y}, value_text(row.yours), page.mono(), Anchor::end);
        page.text({lessons, page.y}, value_text(row.lessons), page.mono(), Anchor::end);
        const bool worse = row.sign() != 0 && !row.is_better();
        page.text({difference, page.y}, difference_text(row), {worse ? Face::semibold : Face::regular, Fonts::kSmall, c.ink},
                  Anchor::end);
    }
    page.y += kRow;
}

}  // namespace

Figure compare_figure(const Setting& setting, const ComparedScene& scene) {
    if (scene.facts == nullptr) return empty_figure(setting, "Nothing has been compared.");
    const CompareFacts& facts = *scene.facts;
    const std::string differ = !facts.why_not.empty() ? facts.why_not
                                                      : fmt::format("{} of {} elements of {} differ.", in_words(facts.differing),
                                                                    in_words(facts.elements), facts.array);
    Page page(setting.fonts, setting.options,
              words_of(setting, differ + " Crosses mark the threads that left them.", "Counted by the emulator."));
    page.text({Page::kLeft, page.y + 8}, "Yours", page.bold(Fonts::kBody));
    page.text({Page::kLeft + kHalf + kMiddleGap, page.y + 8}, "The lesson's: " + facts.lessons.verdict, page.bold(Fonts::kBody));
    page.y += 24;
    const double left = draw_grid(page, facts.yours, scene.yours, Page::kLeft, page.y);
    page.y += std::max(left, draw_grid(page, facts.lessons, scene.lessons, Page::kLeft + kHalf + kMiddleGap, page.y)) + 22;
    if (facts.why_not.empty()) draw_strips(page, facts);
    draw_table(page, facts);
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
