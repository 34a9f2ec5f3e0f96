#include "ui/picture/image_painter.h"

#include <algorithm>

namespace warpwise::ui {
namespace {

constexpr int kLeastEdge = 384;  // pixels of the longer edge: a board of 32 x 24 cells would be a stamp
constexpr std::uint32_t kGround = 0xff181110;

}  // namespace

Image picture_of(const Array& state, const ImageSpec& spec) {
    const std::vector<std::uint32_t> colours = colours_of({state, spec.packed}, spec, *palette_table(spec.palette), kGround);
    const int factor = std::max(1, kLeastEdge / std::max(spec.width, spec.height));
    Image image{spec.width * factor, spec.height * factor, {}};
    image.rgb.reserve(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 3);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const std::uint32_t colour = colours[static_cast<std::size_t>(y / factor) * static_cast<std::size_t>(spec.width) +
                                                 static_cast<std::size_t>(x / factor)];
            for (const int shift : {0, 8, 16}) image.rgb.push_back(static_cast<std::uint8_t>(colour >> shift));
        }
    return image;
}

}  // namespace warpwise::ui
