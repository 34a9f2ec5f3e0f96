// What a kernel drew: the picture with the words around it, and below it the work of the lanes of the chosen pixel's warp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "ui/export/figure_parts.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kLargestHeight = 640, kBarsHeight = 120, kBarsLeft = 56;

// A bar for each lane, as high as its share of the iterations that the warp takes: the line above is the slowest lane's.
void draw_lanes(Page& page, const ShownLanes& lanes) {
    const Palette& c = page.colours();
    page.y += 22;
    page.text({Page::kLeft, page.y}, sentence(fmt::format("{} of the 32 lanes of this warp", lanes.unit)), page.bold());
    page.y += 16;
    const double pitch = (Page::kWidth - kBarsLeft) / kWarpSize, left = Page::kLeft + kBarsLeft;
    const double top = page.y, bottom = top + kBarsHeight;
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
        const Area whole{left + pitch * static_cast<double>(lane), top, pitch - 2, kBarsHeight};
        const auto& value = lanes.warp.value[lane];
        page.rect(whole, mix(c.ground, c.idle, 0.5));
        if (!value) {
            page.hatch(whole, c.hatch, 5, true);
        } else {
            const double height = kBarsHeight * (lanes.warp.most > 0 ? *value / lanes.warp.most : 1);
            const bool is_chosen = lanes.warp.first_thread + lane == lanes.thread;
            page.rect({whole.x, bottom - height, whole.w, height}, is_chosen ? c.accent : mix(c.ground, c.accent, 0.55));
        }
        if (lane % 4 == 0 || lane + 1 == kWarpSize)
            page.text({whole.middle_x(), bottom + 10}, std::to_string(lane), page.mono(), Anchor::middle);
    }
    page.horizontal(left, Page::kRight, top, c.warn);
    page.text({left - 8, top + 4}, with_separators(static_cast<std::int64_t>(lanes.warp.most)), page.mono(), Anchor::end);
    page.text({left - 8, bottom - 4}, "0", page.mono(), Anchor::end);
    page.text({left - 8, bottom + 10}, "lane", page.muted(), Anchor::end);
    page.y = bottom + 24;
    page.y += page.paragraph(
        {Page::kLeft, page.y}, Page::kWidth,
        fmt::format("{}. The warp takes {} {}, as many as its slowest lane; {:.0f} % of its lanes' {} did work.", lanes.place,
                    with_separators(static_cast<std::int64_t>(lanes.warp.most)), lanes.unit, 100 * lanes.warp.useful(), lanes.unit),
        page.ink());
}

}  // namespace

Figure picture_figure(const Setting& setting, const PictureScene& scene) {
    const Image& image = scene.image;
    if (image.width <= 0 || image.height <= 0) return empty_figure(setting, "There is no picture yet: run the lesson first.");
    Page page(setting.fonts, setting.options, words_of(setting, {}, {}));
    const double natural_width = image.width / scene.pixels_per_unit, natural_height = image.height / scene.pixels_per_unit;
    double factor = std::min(Page::kWidth / natural_width, kLargestHeight / natural_height);
    if (factor > 1) factor = std::floor(factor);  // elements stay of one size
    const double width = natural_width * factor, height = natural_height * factor;
    page.y = std::ceil(page.y);
    page.add(Raster{{Page::kLeft, page.y, width, height}, image.width, image.height, image.rgb});
    page.y += height;
    if (scene.lanes) draw_lanes(page, *scene.lanes);
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
