// Pictures as PNG files, with what made them in their text chunks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace warpwise {

// Rows from the top, three bytes per pixel.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;
    // The part that lies inside the image; an empty one when nothing does.
    Image crop(int x, int y, int crop_width, int crop_height) const;
    bool operator==(const Image&) const = default;
};

using TextChunks = std::vector<std::pair<std::string, std::string>>;  // keyword (1 to 79 bytes), text

// The same image and texts give the same bytes: no time is written. A text that is empty is left out. Compression level 3 without
// filters: 8 ms for a window of 1280x800. libspng takes as long as libpng and writes the same bytes, but it
// returns errors instead of jumping out of the function (longjmp).
Result<std::string> encode_png(const Image&, const TextChunks&);
// The same of four bytes per pixel, not premultiplied.
Result<std::string> encode_png_with_alpha(int width, int height, std::span<const std::uint8_t> rgba, const TextChunks&);
Result<void> write_png(const std::filesystem::path&, const Image&, const TextChunks&);

}  // namespace warpwise
