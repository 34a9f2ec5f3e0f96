// The accesses of a warp to an array: lanes by element, left to right, and by time, downwards.
#include <fmt/format.h>

#include <algorithm>

#include "base/number_text.h"
#include "ui/debugger/access_pattern.h"
#include "ui/export/figure_parts.h"
#include "ui/kit/lane_colour.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kAccessGutter = 64, kTallestAccessRow = 22, kMostHeightOfAccesses = 560, kLeastOutline = 7;
constexpr std::size_t kMostRowsOfAccesses = 120;

std::string sentence_of(const ShownAccesses& shown, std::size_t rows) {
    std::size_t written = 0;
    for (const DebugAccess& access : shown.accesses) written += access.is_store || access.is_atomic ? 1 : 0;
    const auto counted = [](std::size_t count, const char* one, const char* several) {
        return with_separators(count) + (count == 1 ? one : several);
    };
    const std::size_t read = shown.accesses.size() - written;
    std::string text = fmt::format("{}: ", shown.place);
    if (read > 0) text += counted(read, " load from ", " loads from ") + shown.array.name;
    if (written > 0)
        text += (read > 0 ? " and " : "") + counted(written, " store or atomic to ", " stores and atomics to ") + shown.array.name;
    text += ".";
    if (rows < shown.accesses.size()) text += fmt::format(" The first {} are shown.", rows);
    if (!shown.is_complete) text += " The warp may make more.";
    return text;
}

void draw_row(Page& page, const DebugAccess& access, const Area& row, std::int64_t first, double element) {
    const double width = std::max(element - (element > 6 ? 1 : 0), 1.5), height = std::max(1.0, row.h - (row.h > 5 ? 1.5 : 0));
    for (const int lane : lanes_of(access.mask)) {
        const double x = row.x + static_cast<double>(access.elements[static_cast<std::size_t>(lane)] - first) * element;
        const Colour colour = colour_of_lane(page.colours(), lane);
        if (access.is_store || access.is_atomic)
            page.rect({x, row.y, width, height}, colour);
        else if (std::min(width, height) >= kLeastOutline)
            page.add(Rect{{x + 0.75, row.y + 0.75, width - 1.5, height - 1.5}, 0, {}, Line{colour, 1.5}});
        else  // an outline would have no hole to see
            page.rect({x, row.y + height / 3, width, std::max(1.0, height / 3)}, colour);
    }
}

}  // namespace

Figure accesses_figure(const Setting& setting, const ShownAccesses& shown) {
    if (shown.accesses.empty()) return empty_figure(setting, "There are no accesses to draw yet.");
    const std::size_t rows = std::min(shown.accesses.size(), kMostRowsOfAccesses);
    Page page(setting.fonts, setting.options, words_of(setting, sentence_of(shown, rows), "Counted by the emulator."));
    const Palette& c = page.colours();
    const double height = std::min(kTallestAccessRow, kMostHeightOfAccesses / static_cast<double>(rows)),
                 left = Page::kLeft + kAccessGutter;
    const double room = Page::kRight - left, element = room / static_cast<double>(shown.array.last - shown.array.first + 1);
    page.y += 6;
    page.rect({left, page.y, room, height * static_cast<double>(rows)}, mix(c.ground, c.idle, 0.35));
    double told = -100;
    for (std::size_t i = 0; i < rows; ++i) {
        const DebugAccess& access = shown.accesses[i];
        const Area row{left, page.y + height * static_cast<double>(i), room, height};
        draw_row(page, access, row, shown.array.first, element);
        if (row.y - told < 14) continue;
        told = row.y;
        page.text({left - 8, row.y + height / 2}, fmt::format("line {}", access.line), page.mono(), Anchor::end);
    }
    page.y += height * static_cast<double>(rows) + 12;
    page.text({left, page.y}, fmt::format("{}[{}]", shown.array.name, shown.array.first), page.mono());
    page.text({Page::kRight, page.y}, fmt::format("{}[{}]", shown.array.name, shown.array.last), page.mono(), Anchor::end);
    page.y += 20;
    page.legend({{[&page, &c](const Area& a) {
                      for (int i = 0; i < 4; ++i) page.rect({a.x + i * a.w / 4, a.y, a.w / 4, a.h}, colour_of_lane(c, i * 31 / 3));
                  },
                  "lane 0 to lane 31"},
                 {[&page, &c](const Area& a) { page.add(Rect{a, 0, {}, Line{c.muted, 1.5}}); }, "read: an outline or a thin bar"},
                 {[&page, &c](const Area& a) { page.rect(a, c.muted); }, "written"}});
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
