// What a kernel drew: the picture alone, with the words around it.
#include <algorithm>
#include <cmath>

#include "ui/export/figure_parts.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kLargestHeight = 640;

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
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
