// An array that a block updates with atomics, as a heat map.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/export/figure_parts.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kBinGutter = 48, kMostBinHeight = 420, kWidestBin = 22;
constexpr std::size_t kColumnsOfBins = 32;

Colour heat_of(const Palette& c, bool waits, double share) {
    return mix(mix(c.ground, c.idle, 0.5), waits ? c.warn : c.series[2], share <= 0 ? 0 : 0.18 + 0.82 * share);
}

}  // namespace

Figure bins_figure(const Setting& setting, const ShownBins& shown) {
    if (shown.bins.requests.empty()) return empty_figure(setting, "The block updates no bins.");
    const std::vector<BinCount> counts = counts_after(shown.bins, shown.requests);
    const auto count_of = [&](const BinCount& count) { return shown.shows_waits ? count.waits : count.updates; };
    std::uint32_t most = 1;
    for (const BinCount& count : counts) most = std::max(most, count_of(count));
    std::string source = "Updates of one block, counted by the emulator.";
    if (shown.bins.left_out > 0) source += fmt::format(" {} more bins are left out.", with_separators(shown.bins.left_out));
    Page page(setting.fonts, setting.options, words_of(setting, bins_sentence(shown.bins, shown.requests), source));
    const Palette& c = page.colours();
    const std::size_t columns = std::min(kColumnsOfBins, counts.size()), rows = (counts.size() + columns - 1) / columns;
    const double pitch = std::min(
        {(Page::kWidth - kBinGutter) / static_cast<double>(columns), kMostBinHeight / static_cast<double>(rows), kWidestBin});
    page.y += 8;
    page.text({Page::kLeft + kBinGutter, page.y}, shown.bins.array + (shown.shows_waits ? ": waits" : ": updates"), page.bold());
    page.y += 14;
    const Point at{Page::kLeft + kBinGutter, page.y};
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        const std::uint32_t count = count_of(counts[bin]);
        const Colour colour = heat_of(c, shown.shows_waits, static_cast<double>(count) / most);
        const Area area{at.x + pitch * static_cast<double>(bin % columns), at.y + pitch * static_cast<double>(bin / columns),
                        pitch - 1, pitch - 1};
        page.rect(area, colour);
        const std::string text = std::to_string(count);
        const TextStyle style{Face::mono, Fonts::kSmall - 2,
                              contrast(c.ink, colour) >= contrast(c.ground, colour) ? c.ink : c.ground};
        if (count > 0 && page.width_of(text, style) < area.w - 1 && pitch >= 14)
            page.text({area.middle_x(), area.middle_y()}, text, style, Anchor::middle);
    }
    std::size_t step = 1;
    while (pitch * static_cast<double>(step) < 15) step *= 2;
    for (std::size_t row = 0; row < rows; row += step)
        page.text({at.x - 6, at.y + pitch * (static_cast<double>(row) + 0.5)},
                  std::to_string(shown.bins.first + static_cast<std::int64_t>(row * columns)), page.mono(), Anchor::end);
    page.y = at.y + pitch * static_cast<double>(rows) + 20;
    const auto key = [&](double share) {
        return [&page, colour = heat_of(c, shown.shows_waits, share)](const Area& a) { page.rect(a, colour); };
    };
    page.legend(
        {{key(0), "none"},
         {key(1), fmt::format("{} {}{}", with_separators(most), shown.shows_waits ? "wait" : "update", most == 1 ? "" : "s")}});
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
