// Reads PNG files back, for tests of what the program draws and writes; the program itself only writes them.
#pragma once

#include <filesystem>

#include "base/png.h"

namespace warpwise {

struct PngFile {
    Image image;  // transparency dropped
    TextChunks texts;
};
// Refuses pictures over 16384 pixels a side.
Result<PngFile> read_png(const std::filesystem::path&);

}  // namespace warpwise
