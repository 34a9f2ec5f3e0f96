#include "golden.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "tests/read_png.h"

namespace warpwise::ui {
namespace {

// At most this far apart in any channel.
int distance(const std::uint8_t* a, const std::uint8_t* b) {
    int most = 0;
    for (int channel = 0; channel < 3; ++channel) most = std::max(most, std::abs(int{a[channel]} - int{b[channel]}));
    return most;
}

const std::uint8_t* pixel(const Image& image, int x, int y) {
    return image.rgb.data() +
           3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x));
}

void paste(Image& canvas, const Image& part, int left) {
    for (int y = 0; y < part.height; ++y)
        std::copy_n(pixel(part, 0, y), 3 * part.width,
                    canvas.rgb.begin() + 3 * (static_cast<std::ptrdiff_t>(y) * canvas.width + left));
}

// Dim where equal, red where not.
Image marked(const Image& golden, const Image& found, const GoldenTolerance& tolerance) {
    Image image{std::min(golden.width, found.width), std::min(golden.height, found.height), {}};
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const std::uint8_t* const p = pixel(found, x, y);
            const bool off = distance(pixel(golden, x, y), p) > tolerance.close_enough;
            const auto dim = static_cast<std::uint8_t>((p[0] + p[1] + p[2]) / 9);
            image.rgb.insert(image.rgb.end(),
                             {off ? std::uint8_t{255} : dim, off ? std::uint8_t{0} : dim, off ? std::uint8_t{0} : dim});
        }
    return image;
}

std::string_view mode() {
    const char* value = std::getenv("WARPWISE_GOLDENS");
    return value != nullptr ? value : "";
}

std::filesystem::path difference_file(const std::string& name) {
    return std::filesystem::path(WARPWISE_BINARY).parent_path() / "golden-diff" / (name + ".png");
}

std::string write_difference(const std::string& name, const Image& golden, const Image& found, const GoldenTolerance& tolerance) {
    const std::filesystem::path file = difference_file(name);
    const auto written = write_png(file, side_by_side(golden, found, tolerance), {});
    return written ? file.string() : written.error().text();
}

}  // namespace

PictureDifference compare(const Image& golden, const Image& found, const GoldenTolerance& tolerance) {
    PictureDifference difference;
    difference.same_size = golden.width == found.width && golden.height == found.height;
    if (!difference.same_size) return difference;
    for (std::size_t at = 0; at < golden.rgb.size(); at += 3) {
        const int off = distance(golden.rgb.data() + at, found.rgb.data() + at);
        difference.largest = std::max(difference.largest, off);
        difference.differing += off > tolerance.close_enough;
    }
    difference.share =
        3 * static_cast<double>(difference.differing) / static_cast<double>(std::max<std::size_t>(golden.rgb.size(), 1));
    return difference;
}

bool is_same(const PictureDifference& difference, const GoldenTolerance& tolerance) {
    return difference.same_size && difference.share <= tolerance.largest_share;
}

Image side_by_side(const Image& golden, const Image& found, const GoldenTolerance& tolerance) {
    constexpr int gap = 8;
    const Image difference = marked(golden, found, tolerance);
    Image canvas{golden.width + found.width + difference.width + 2 * gap, std::max(golden.height, found.height), {}};
    canvas.rgb.assign(3 * static_cast<std::size_t>(canvas.width) * static_cast<std::size_t>(canvas.height), 128);
    paste(canvas, golden, 0);
    paste(canvas, found, golden.width + gap);
    paste(canvas, difference, golden.width + found.width + 2 * gap);
    return canvas;
}

std::filesystem::path golden_file(const std::string& name) {
    return std::filesystem::path(WARPWISE_SOURCE_DIR) / "tests" / "golden" / (name + ".png");
}

std::string check_golden(const std::string& name, const Image& found, const GoldenTolerance& tolerance) {
    if (mode() == "update") {
        const auto written = write_png(golden_file(name), found, {});
        return written ? "" : written.error().text();
    }
    const auto golden = read_png(golden_file(name));
    if (!golden) return golden.error().text() + "; `scripts/goldens --update` takes it";
    const PictureDifference difference = compare(golden->image, found, tolerance);
    const bool same = is_same(difference, tolerance);
    std::string where;
    if (!same || mode() == "diff") {
        where = write_difference(name, golden->image, found, tolerance);
        fmt::print("{}: {}\n", name, where);
    }
    if (same) return "";
    if (!difference.same_size)
        return fmt::format("{} is {} x {} pixels, the golden picture {} x {}; see {}", name, found.width, found.height,
                           golden->image.width, golden->image.height, where);
    return fmt::format("{} of {} pixels of {} differ, by up to {} of 255; see {}", difference.differing, found.rgb.size() / 3, name,
                       difference.largest, where);
}

}  // namespace warpwise::ui
