// Blocks and warps on one multiprocessor, what stops more, and how it would be with other block sizes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/export/figure_parts.h"
#include "ui/kit/widgets.h"
#include "ui/threads/occupancy_facts.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kCell = 16, kCellGap = 2;
constexpr int kCellsPerRow = 16;

std::string grouped_digits(long long n) { return with_separators(n); }

std::string amount_text(const ResourceUse& use) {
    if (use.limit == OccupancyLimit::shared_memory)
        return fmt::format("{:.4g} of {:.4g} KB", use.used / 1024, use.available / 1024);
    return fmt::format("{} of {}", grouped_digits(std::llround(use.used)), grouped_digits(std::llround(use.available)));
}

void draw_free_place(Page& page, const Area& area) {
    page.rect(area, page.colours().idle, 2);
    page.hatch(area, page.colours().hatch, 6, true);
}

double draw_places(Page& page, const Occupancy& o, Point at) {
    double y = at.y + page.paragraph(at, 300, "Places for warps on one multiprocessor", page.bold()) + 6;
    const int rows = (o.most_warps + kCellsPerRow - 1) / kCellsPerRow;
    for (int warp = 0; warp < o.most_warps; ++warp) {
        const Area area{at.x + (warp % kCellsPerRow) * (kCell + kCellGap), y + (warp / kCellsPerRow) * (kCell + kCellGap), kCell,
                        kCell};
        if (warp < o.active_warps)
            page.rect(area, block_colour(page.colours(), static_cast<std::uint64_t>(warp / std::max(1, o.warps_per_block))), 2);
        else
            draw_free_place(page, area);
    }
    return y + rows * (kCell + kCellGap);
}

double draw_resources(Page& page, const std::vector<ResourceUse>& uses, Point at, double width) {
    const Palette& c = page.colours();
    double y = at.y;
    for (const ResourceUse& use : uses) {
        page.text({at.x, y + 8}, std::string(name_of(use.limit)) + (use.binds ? ": the limit" : ""),
                  use.binds ? page.bold() : page.ink());
        page.text({at.x + width, y + 8}, amount_text(use), page.mono(), Anchor::end);
        const Area bar{at.x, y + 20, width, 10};
        page.rect(bar, c.idle, 2);
        const double share = use.available > 0 ? std::clamp(use.used / use.available, 0.0, 1.0) : 0;
        if (share > 0) page.rect({bar.x, bar.y, bar.w * share, bar.h}, use.binds ? c.warn : c.series[3], 2);
        y += 42;
    }
    return y;
}

double draw_curve_of_sizes(Page& page, const OccupancyScene& scene, const Area& space) {
    const Palette& c = page.colours();
    const std::vector<double> curve = occupancy_curve(scene.sm, scene.question);
    const double title = page.paragraph({space.x, space.y}, space.w, "Occupancy with other block sizes", page.bold());
    const Area plot{space.x + 42, space.y + title + 14, space.w - 42, space.h};
    for (const int percent : {0, 25, 50, 75, 100}) {
        const double y = plot.bottom() - plot.h * percent / 100;
        page.horizontal(plot.x, plot.right(), y, c.line);
        page.text({plot.x - 8, y}, fmt::format("{} %", percent), page.mono(), Anchor::end);
    }
    const double step = plot.w / static_cast<double>(curve.size());
    const auto present = static_cast<std::size_t>((scene.question.block_threads + 31) / 32 - 1);
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const double height = std::max(1.0, plot.h * curve[i]), x = plot.x + step * static_cast<double>(i);
        page.rect({x + 1, plot.bottom() - height, step - 2, height}, i == present ? c.series[3] : mix(c.ground, c.series[3], 0.42));
    }
    for (const int threads : {32, 256, 512, 768, 1024})
        page.text({plot.x + step * (threads / 32.0 - 0.5), plot.bottom() + 14}, grouped_digits(threads), page.mono(),
                  Anchor::middle);
    page.text({plot.middle_x(), plot.bottom() + 34}, "threads per block", page.ink(), Anchor::middle);
    return plot.bottom() + 44;
}

}  // namespace

Figure occupancy_figure(const Setting& setting, const OccupancyScene& scene) {
    const Occupancy o = occupancy_of(scene.sm, scene.question);
    const std::string what =
        fmt::format("Compute capability {} ({}), {} threads per block, {} registers per thread{}.", scene.sm.name(),
                    scene.sm.architecture, grouped_digits(scene.question.block_threads), scene.question.registers_per_thread,
                    scene.registers_from.empty() ? "" : " (" + scene.registers_from + ")");
    Page page(setting.fonts, setting.options,
              words_of(setting, occupancy_sentence(o) + ".", "Calculated from NVIDIA's tables. " + what));
    const double top = page.y, half = kCellsPerRow * (kCell + kCellGap) - kCellGap;
    const TextStyle big{Face::semibold, 30, o.impossible.empty() ? page.colours().ink : page.colours().bad};
    page.text({Page::kLeft, top + 18}, fmt::format("{:.0f} %", 100 * o.fraction), big);
    page.text({Page::kLeft + page.width_of(fmt::format("{:.0f} %", 100 * o.fraction), big) + 12, top + 22}, "occupancy",
              page.muted(Fonts::kBody));
    double left_end = draw_places(page, o, {Page::kLeft, top + 52}) + 14;
    left_end = draw_resources(page, resource_uses(scene.sm, o), {Page::kLeft, left_end}, half);
    double right_end = top;
    if (scene.question.block_threads >= 1 && scene.question.block_threads <= kMostThreadsOfBlock)
        right_end = draw_curve_of_sizes(page, scene, {Page::kLeft + half + 56, top + 52, Page::kWidth - half - 56, 190});
    page.y = std::max(left_end, right_end) + 6;
    std::vector<Page::LegendEntry> entries;
    if (o.active_warps > 0)
        entries.push_back({[&page](const Area& a) { page.rect({a.x + 3, a.y, a.h, a.h}, block_colour(page.colours(), 0), 2); },
                           "warp; those of one block have one colour"});
    if (o.active_warps < o.most_warps)
        entries.push_back({[&page](const Area& a) { draw_free_place(page, {a.x + 3, a.y, a.h, a.h}); }, "free place"});
    entries.push_back({[&page](const Area& a) { page.rect({a.x + 4, a.y, 12, a.h}, page.colours().series[3]); }, "this launch"});
    page.legend(entries);
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
