// The image view's colours as the shader takes them: the same function of a value as colours_of (image_facts.h).
#pragma once

#include <memory>

#include "gl/array_picture.h"
#include "ui/picture/image_facts.h"

namespace warpwise::ui {

// `low` and `high` stand for those that the view leaves open. About a millisecond: keep the result while the range stays.
gl::ArrayColours array_colours(const ImageSpec&, const ColourTable&, double low, double high, std::uint32_t ground);

// The waste of every warp, as waste_of_pixels() has it. Null where no pixel is known to be a thread's.
std::shared_ptr<const gl::WarpShades> warp_shades(const PixelMap&, std::uint32_t even, std::uint32_t uneven);

}  // namespace warpwise::ui
