// Golden pictures: what the window looked like when it was last reviewed, in tests/golden. scripts/goldens takes them
// anew and shows differences.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/png.h"

namespace warpwise::ui {

struct PictureDifference {
    bool same_size = true;
    std::int64_t differing = 0;  // pixels with a channel further off than the tolerance
    double share = 0;            // of all pixels
    int largest = 0;             // of any channel
};

struct GoldenTolerance {
    // Steps of 255 that another version of Mesa or FreeType may round differently.
    int close_enough = 24;
    // A digit in small type has some thirty pixels; the edge of a line that falls on the next pixel row has more, so it is a
    // share of the picture: 102 pixels of 1280x800.
    double largest_share = 1e-4;
};
// Pictures of fixed records: one step of a colour in 32, 8 of 255, is a difference.
inline constexpr GoldenTolerance of_fixed_records{4, 1e-4};

PictureDifference compare(const Image& golden, const Image& found, const GoldenTolerance& = {});
bool is_same(const PictureDifference&, const GoldenTolerance& = {});

// Golden, found and where they differ, side by side.
Image side_by_side(const Image& golden, const Image& found, const GoldenTolerance& = {});

std::filesystem::path golden_file(const std::string& name);

// "" when the picture is as it was; else what is different and where to look. With WARPWISE_GOLDENS=update the picture is
// written and always right; with WARPWISE_GOLDENS=diff the comparison is written, whatever it says.
std::string check_golden(const std::string& name, const Image& found, const GoldenTolerance& = {});

}  // namespace warpwise::ui
