#include "gl/picture_part.h"

#include <algorithm>
#include <cmath>

namespace warpwise::gl {
namespace {

struct Span {
    int first = 0, count = 0;  // the first element; squares
};

Span squares(int extent, double from, double to, int box) {
    const double end = static_cast<double>(extent);
    const int first = static_cast<int>(std::clamp(std::floor(from), 0.0, end)) / box * box;
    const int last = static_cast<int>(std::clamp(std::ceil(to), 0.0, end));
    return {first, std::max(0, (last - first + box - 1) / box)};
}

}  // namespace

PicturePart shown_part(int width, int height, double x, double y, double across, double down, double elements_per_pixel) {
    const int longest = std::max({1, width, height});
    const int box = static_cast<int>(std::clamp(std::floor(elements_per_pixel), 1.0, static_cast<double>(longest)));
    const Span columns = squares(width, x, x + across, box), rows = squares(height, y, y + down, box);
    return {columns.first, rows.first, columns.count, rows.count, box};
}

PicturePart whole_part(int width, int height, int shown_width) {
    return shown_part(width, height, 0, 0, width, height, static_cast<double>(width) / std::max(1, shown_width));
}

}  // namespace warpwise::gl
