// PNG files as pictures for kernels: grey or colour, 1 to 16 bits per channel, with or without transparency.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/array.h"
#include "base/error.h"

namespace warpwise {

inline constexpr std::uint32_t kMostPictureEdge = 16384;
inline constexpr std::uint64_t kMostPicturePixels = std::uint64_t{1} << 25;  // 256 MB while it is read

struct Picture {
    std::int64_t width = 0, height = 0;
    std::vector<std::uint16_t> rgba;  // rows from the top, four channels of 0 to 65535, not premultiplied
};
// A damaged file is an Error that says so, and so is a picture over kMostPictureEdge pixels a side or kMostPicturePixels in all.
Result<Picture> read_picture(const std::filesystem::path&);

enum class PictureSize : std::uint8_t { exact, scaled };
// Puts it into an array of the shape [height, width] as grey, or [height, width, channels] with 1 (grey), 3 (colour) or 4 channels
// (colour and alpha). Grey is the luminance of Rec. 709. Without a channel for alpha, the picture lies on black. Floats are 0 to 1,
// integers 0 to 255 (i8: 127). exact: the sizes must be the picture's; scaled: each pixel is the mean of what it covers.
Result<void> fill_with_picture(Array&, const Picture&, PictureSize);

}  // namespace warpwise
