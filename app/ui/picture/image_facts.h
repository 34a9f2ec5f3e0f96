// What a lesson's image view shows: which array as which picture, which thread wrote a pixel, and how evenly the lanes of its
// warp were busy. No window library in here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gl/picture_part.h"
#include "ui/picture/image_palette.h"
#include "ui/threads/thread_grid_facts.h"

namespace warpwise::ui {

// The image view of a manifest with its formulas evaluated (docs/writing-lessons.md lists the options).
struct ImageSpec {
    std::string array;
    int width = 0, height = 0;
    std::string palette = "viridis";
    bool logarithmic = false;
    std::optional<double> low, high;  // of the palette; without them the smallest and the largest value
    std::optional<double> dark;       // drawn in the ground's colour
    std::string lanes;                // what a value counts of its thread's work ("steps"); empty: no bars of lanes
    std::string zoom, pan_x, pan_y;   // parameters: the width of the view and its centre; empty: the picture itself is zoomed
    std::optional<std::array<int, 2>> pixel;  // chosen when the lesson opens
    bool packed = false;                      // an element of the array is 32 pixels of a row, the lowest bit leftmost
    bool paints_cells = false;                // the mouse turns single pixels on and off; else it draws with a round brush
    std::vector<std::string> brushes;         // two: what drawing the high and the low value means; empty: only high is drawn
    std::string before;                       // an input that is drawn left of a divider; empty: there is none
    std::string about;                        // a line on the chosen pixel, with expressions over parameters, x, y and value
    bool operator==(const ImageSpec&) const = default;
};

const ViewSpec* find_image_view(const Lesson&);
// Of several arrays that the view names, it shows the first that the kernel takes. An Error names the option that does not fit;
// edges lie between 1 and 16,384.
Result<ImageSpec> image_spec(const Lesson&, const ViewSpec&, const ParameterValues&, const KernelSpec* kernel = nullptr);

// The values of an array's pixels: an element each, or a bit each of a packed one. The array outlives it.
class PixelValues {
  public:
    PixelValues() = default;
    PixelValues(const Array& array, bool packed = false) : array_(&array), packed_(packed) {}  // NOLINT: an array is its values
    std::size_t size() const;
    double value(std::size_t pixel) const;
    std::string text(std::size_t pixel) const;
    const Array* array() const { return array_; }
    bool packed() const { return packed_; }

  private:
    const Array* array_ = nullptr;
    bool packed_ = false;
};

// The palette's ends: the view's, or the smallest and the largest value. Looks at all values where the view leaves one open.
struct ValueRange {
    double low = 0, high = 0;
    bool operator==(const ValueRange&) const = default;
};
ValueRange range_of(const PixelValues&, const ImageSpec&);

// The values as colours, R in the low byte, rows from the top; elements that the array lacks are `ground`.
std::vector<std::uint32_t> colours_of(const PixelValues&, const ImageSpec&, const ColourTable&, std::uint32_t ground);
// Of what is shown of them: the part's squares, a colour each.
std::vector<std::uint32_t> colours_of(const PixelValues&, const ImageSpec&, const ColourTable&, std::uint32_t ground,
                                      const gl::PicturePart&, std::optional<ValueRange> = {});
// The same of the waste of every pixel's warp (waste_of_pixels).
std::vector<std::uint32_t> waste_colours_of(const std::vector<float>& waste, const ImageSpec&, std::uint32_t even,
                                            std::uint32_t uneven, const gl::PicturePart&);

// Pixel and thread, both ways; both counted from 1, 0 where there is none.
struct PixelMap {
    int width = 0, height = 0;
    int pixels_per_element = 1;
    LaunchShape shape;
    std::vector<std::uint32_t> thread_at;                  // by pixel
    std::vector<std::uint32_t> pixel_of;                   // by thread: the first it wrote
    void note(std::size_t element, std::uint64_t thread);  // of an element that the thread wrote
    std::optional<std::uint64_t> thread(std::int64_t pixel) const;
    std::optional<std::int64_t> pixel(std::uint64_t thread) const;
};
// From what the run wrote, else from the kernel's index formula. In a launch of two dimensions a block's pixels lie in its own
// columns: a thread right of the picture has none, though its index would fall into the next row.
PixelMap map_pixels(const ThreadFacts&, const RunRecord*, int width, int height, int pixels_per_element = 1);

// The 32 lanes of a warp and the value that each left in its pixel.
struct WarpLanes {
    std::uint64_t first_thread = 0;
    std::array<std::optional<double>, kWarpSize> value{};  // nothing: no such lane, or it has no pixel
    double most = 0, sum = 0;
    double useful() const { return most > 0 ? sum / (most * kWarpSize) : 1; }  // of the lanes' turns
};
WarpLanes lanes_of_warp(const PixelMap&, const PixelValues&, std::uint64_t thread);

// For each pixel the share of its warp's turns in which no work was done, 0 to 1.
std::vector<float> waste_of_pixels(const PixelMap&, const PixelValues&);

// The line on a pixel; an expression that cannot be evaluated says so.
std::string about_pixel(const ImageSpec&, const ParameterValues&, int x, int y, double value);

}  // namespace warpwise::ui
