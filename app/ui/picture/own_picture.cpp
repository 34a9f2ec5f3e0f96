#include "ui/picture/own_picture.h"

#include <algorithm>
#include <cmath>

namespace warpwise::ui {

const ArraySpec* picture_array(const Lesson& lesson) {
    const auto found =
        std::ranges::find_if(lesson.arrays, [](const ArraySpec& array) { return picture_of_fill(array.fill).has_value(); });
    return found == lesson.arrays.end() ? nullptr : &*found;
}

PictureExtent extent_for(const PictureExtent& now, const PictureExtent& picture, const PictureExtent& most) {
    const auto wide = static_cast<double>(picture.width), tall = static_cast<double>(picture.height);
    const double pixels = static_cast<double>(now.width) * static_cast<double>(now.height);
    double scale = std::min(1.0, std::sqrt(pixels / (wide * tall)));
    scale = std::min({scale, static_cast<double>(most.width) / wide, static_cast<double>(most.height) / tall});
    const auto edge = [&](double of) { return std::max<std::int64_t>(1, std::llround(of * scale)); };
    return {edge(wide), edge(tall)};
}

}  // namespace warpwise::ui
