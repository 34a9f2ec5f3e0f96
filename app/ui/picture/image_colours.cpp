// The image view's values and their colours on the processor.
#include <algorithm>
#include <cmath>

#include "ui/picture/image_facts.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kWordPixels = 32;

// Calls `with` with a function from a pixel to its value: one visit of the dtype for all of them.
template <typename With>
void with_values(const PixelValues& values, With with) {
    if (values.size() == 0) return;
    if (values.packed()) {
        const auto words = values.array()->as<std::uint32_t>();
        return with([words](std::size_t i) { return static_cast<double>((words[i / kWordPixels] >> (i % kWordPixels)) & 1); });
    }
    visit_dtype(values.array()->dtype(), [&]<typename T>() {
        const auto elements = values.array()->as<T>();
        with([elements](std::size_t i) { return static_cast<double>(elements[i]); });
    });
}

// The mean of up to four colours, each channel rounded.
class ColourSum {
  public:
    void add(std::uint32_t colour) {
        for (int i = 0; i < 4; ++i) sums_[i] += (colour >> (8 * i)) & 255;
        ++count_;
    }
    std::uint32_t mean() const {
        std::uint32_t colour = 0;
        for (int i = 0; i < 4; ++i) colour |= ((sums_[i] + count_ / 2) / count_) << (8 * i);
        return colour;
    }

  private:
    std::uint32_t sums_[4]{}, count_ = 0;
};

// A colour for each square of the part, from the colours of its samples.
template <typename ColourAt>
std::vector<std::uint32_t> paint(const ImageSpec& spec, const gl::PicturePart& part, ColourAt colour_at) {
    std::vector<std::uint32_t> colours;
    colours.reserve(static_cast<std::size_t>(part.columns) * static_cast<std::size_t>(part.rows));
    const auto place = [&](int x, int y) {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(spec.width) + static_cast<std::size_t>(x);
    };
    for (int row = 0; row < part.rows; ++row)
        for (int column = 0; column < part.columns; ++column) {
            const int x = part.left + column * part.box, y = part.top + row * part.box;
            const int across = std::min(part.box, spec.width - x), down = std::min(part.box, spec.height - y);
            const int columns = gl::samples_of(across), rows = gl::samples_of(down);
            if (columns * rows == 1) {
                colours.push_back(colour_at(place(x, y)));
                continue;
            }
            ColourSum sum;
            for (int i = 0; i < rows; ++i)
                for (int k = 0; k < columns; ++k)
                    sum.add(colour_at(place(x + gl::sampled(k, columns, across), y + gl::sampled(i, rows, down))));
            colours.push_back(sum.mean());
        }
    return colours;
}

}  // namespace

std::size_t PixelValues::size() const {
    if (array_ == nullptr) return 0;
    if (!packed_) return array_->size();
    return array_->dtype() == DType::u32 ? array_->size() * kWordPixels : 0;
}

double PixelValues::value(std::size_t pixel) const {
    if (!packed_) return array_->value(pixel);
    return (array_->as<std::uint32_t>()[pixel / kWordPixels] >> (pixel % kWordPixels)) & 1;
}

std::string PixelValues::text(std::size_t pixel) const {
    return packed_ ? std::to_string(static_cast<int>(value(pixel))) : array_->text(pixel);
}

ValueRange range_of(const PixelValues& values, const ImageSpec& spec) {
    ValueRange range{spec.low.value_or(INFINITY), spec.high.value_or(-INFINITY)};
    if (spec.low && spec.high) return range;
    const std::size_t pixels = static_cast<std::size_t>(spec.width) * static_cast<std::size_t>(spec.height);
    const std::size_t count = std::min(pixels, values.size());
    with_values(values, [&](auto value_at) {
        for (std::size_t i = 0; i < count; ++i) {
            const double value = value_at(i);
            if (!spec.low && value < range.low) range.low = value;
            if (!spec.high && value > range.high) range.high = value;
        }
    });
    return range;
}

std::vector<std::uint32_t> colours_of(const PixelValues& values, const ImageSpec& spec, const ColourTable& table,
                                      std::uint32_t ground) {
    return colours_of(values, spec, table, ground, {0, 0, spec.width, spec.height, 1});
}

std::vector<std::uint32_t> colours_of(const PixelValues& values, const ImageSpec& spec, const ColourTable& table,
                                      std::uint32_t ground, const gl::PicturePart& part, std::optional<ValueRange> known_range) {
    const ValueRange range = known_range ? *known_range : range_of(values, spec);
    const auto colour_of = [&](double value) { return table[colour_index(value, range.low, range.high, spec.logarithmic)]; };
    // Counts repeat: a table for small whole numbers saves a logarithm per pixel.
    std::vector<std::uint32_t> known(spec.logarithmic ? 4097 : 0);
    for (std::size_t value = 0; value < known.size(); ++value) known[value] = colour_of(static_cast<double>(value));
    const std::size_t count = values.size();
    std::vector<std::uint32_t> colours;
    if (count == 0) colours.assign(static_cast<std::size_t>(part.columns) * static_cast<std::size_t>(part.rows), ground);
    with_values(values, [&](auto value_at) {
        colours = paint(spec, part, [&](std::size_t i) {
            if (i >= count) return ground;
            const double value = value_at(i);
            if (spec.dark && value == *spec.dark) return ground;
            const bool is_known = value >= 0 && value < static_cast<double>(known.size()) && value == std::floor(value);
            return is_known ? known[static_cast<std::size_t>(value)] : colour_of(value);
        });
    });
    return colours;
}

std::vector<std::uint32_t> waste_colours_of(const std::vector<float>& waste, const ImageSpec& spec, std::uint32_t even,
                                            std::uint32_t uneven, const gl::PicturePart& part) {
    const auto blend = [&](float share) {
        std::uint32_t colour = 0;
        for (int shift = 0; shift < 32; shift += 8) {
            const float from = static_cast<float>((even >> shift) & 255), to = static_cast<float>((uneven >> shift) & 255);
            colour |= static_cast<std::uint32_t>(std::lround(from + (to - from) * share)) << shift;
        }
        return colour;
    };
    return paint(spec, part, [&](std::size_t i) { return i < waste.size() ? blend(waste[i]) : even; });
}

}  // namespace warpwise::ui
