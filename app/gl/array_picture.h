// A picture of an array that lies in a GL buffer: the fragment shader reads the elements through a buffer texture and looks
// their colours up. What a kernel wrote into the buffer is drawn from where it lies; nothing is copied.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/dtype.h"
#include "base/error.h"
#include "gl/picture_part.h"

namespace warpwise::gl {

// Colours have R in the low byte.
struct ArrayColours {
    static constexpr std::size_t kSize = 256;
    std::array<std::uint32_t, kSize> table{};
    // An element of at least thresholds[k] has a colour beyond table[k]; ascending, infinite: none does. Thresholds and no
    // scale, so that every driver gives each element the very colour that the processor would: no logarithm is taken there.
    std::array<double, kSize - 1> thresholds{};
    std::optional<double> dark;  // elements of this value are drawn as `ground`
    std::uint32_t ground = 0;    // and what the array lacks of the picture
    bool operator==(const ArrayColours&) const = default;
};

// Instead of the values' colours: how unevenly the lanes of a pixel's warp were busy, when a value counts its thread's work.
struct WarpShades {
    std::vector<std::uint32_t> warp_of;   // by pixel, from 1; 0: no thread's
    std::vector<std::uint32_t> pixel_of;  // 32 a warp, by lane, from 1; 0: none
    std::uint32_t even = 0, uneven = 0;   // no lane ever waits; all but one always do
};

class ArrayPicture {
  public:
    // Row-major, rows from the top. `count` elements lie in the buffer.
    struct Source {
        std::uint32_t buffer = 0;
        DType dtype = DType::f32;
        std::size_t count = 0;
        int width = 0, height = 0;
        bool packed = false;  // of u32: an element is 32 pixels of 0 and 1, the lowest bit leftmost
    };

    ArrayPicture();
    ~ArrayPicture();
    ArrayPicture(ArrayPicture&&) noexcept;
    ArrayPicture& operator=(ArrayPicture&&) noexcept;

    // Draws the part of the array that is shown into a texture of its size: the cost grows with the view and not with the array.
    // A pixel of the texture that stands for a square of elements is the mean colour of up to four of them. Needs a current
    // GL 3.3 context, which must outlive the picture; leaves GL's state as it was. The Error says what the driver refuses and what
    // to do. The shades are uploaded when they are others.
    Result<void> draw(const Source&, const ArrayColours&, const PicturePart&, std::shared_ptr<const WarpShades> = nullptr);

    // Of the last draw, rows from the top; 0 before. For Dear ImGui: a GL_RGBA8 texture.
    std::uint32_t texture() const;
    int texture_width() const;
    int texture_height() const;
    // The texture's colours, for files and tests: waits until they are drawn.
    std::vector<std::uint32_t> read() const;

  private:
    struct Objects;
    std::unique_ptr<Objects> objects_;
};

}  // namespace warpwise::gl
