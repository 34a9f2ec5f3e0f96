// What a kernel drew: the picture alone, with the words around it.
#include <algorithm>
#include <cmath>

#include "ui/export/figure_parts.h"

namespace warpwise::ui::figure {
namespace {

constexpr double largest_height = 640;

}  // namespace

Figure picture_figure(const Setting& setting, const PictureScene& scene) {
    const Image& image = scene.image;
    if (image.width <= 0 || image.height <= 0) return empty_figure(setting, "There is no picture yet: run the lesson first.");
    Page page(setting.fonts, setting.options, words_of(setting, {}, {}));
    double scale = std::min(Page::width / image.width, largest_height / image.height);
    if (scale > 1) scale = std::floor(scale);  // elements of one size
    const double width = image.width * scale, height = image.height * scale;
    page.add(
        Raster{{Page::left + std::round((Page::width - width) / 2), page.y, width, height}, image.width, image.height, image.rgb});
    page.y += height;
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
