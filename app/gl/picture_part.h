// Which part of an array's picture is drawn, and how finely: what the screen shows, and no more.
#pragma once

namespace warpwise::gl {

// Squares of `box` by `box` elements, each a pixel of the texture, from the element (left, top) on. The squares lie at multiples
// of `box`, so that panning moves the picture and does not change it; those at the right and lower edge may be cut.
struct PicturePart {
    int left = 0, top = 0;
    int columns = 0, rows = 0;  // of squares
    int box = 1;
    bool operator==(const PicturePart&) const = default;
};

// The samples along each edge of a square: an element stands for itself, two for more. So a texture pixel costs at most four.
constexpr int samples_of(int elements) { return elements < 2 ? 1 : 2; }
// The element of sample `i` of `samples` among `elements` in a row.
constexpr int sampled(int i, int samples, int elements) { return (2 * i + 1) * elements / (2 * samples); }

// What a view shows whose upper left corner lies at (x, y), in elements, and which is that many elements wide and tall. Elements
// that are at least a pixel of the screen are drawn as they are.
PicturePart shown_part(int width, int height, double x, double y, double across, double down, double elements_per_pixel);
// All of it, for a view that is so many pixels wide.
PicturePart whole_part(int width, int height, int shown_width);

}  // namespace warpwise::gl
