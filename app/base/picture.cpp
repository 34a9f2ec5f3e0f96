#include "base/picture.h"

#include <fmt/format.h>
#include <spng.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "base/files.h"
#include "base/number_text.h"

namespace warpwise {
namespace {

constexpr std::size_t kMostFileBytes = std::size_t{64} << 20, kMostChunkBytes = std::size_t{1} << 20;
constexpr std::size_t kChannels = 4;
constexpr double kWhite = 65535;

struct FreeDecoder {
    void operator()(spng_ctx* context) const { spng_ctx_free(context); }
};

int decode(spng_ctx* context, const std::string& bytes, Picture& picture) {
    spng_ihdr header{};
    std::size_t size = 0;
    int code = spng_set_image_limits(context, kMostPictureEdge, kMostPictureEdge);
    if (code == SPNG_OK) code = spng_set_chunk_limits(context, kMostChunkBytes, kMostChunkBytes);
    if (code == SPNG_OK) code = spng_set_png_buffer(context, bytes.data(), bytes.size());
    if (code == SPNG_OK) code = spng_get_ihdr(context, &header);
    if (code == SPNG_OK) code = spng_decoded_image_size(context, SPNG_FMT_RGBA16, &size);
    if (code != SPNG_OK) return code;
    if (std::uint64_t{header.width} * header.height > kMostPicturePixels) return SPNG_EUSER_WIDTH;
    picture.width = header.width;
    picture.height = header.height;
    picture.rgba.resize(size / sizeof(std::uint16_t));
    return spng_decode_image(context, picture.rgba.data(), size, SPNG_FMT_RGBA16, SPNG_DECODE_TRNS);
}

using Pixel = std::array<double, kChannels>;  // colours times alpha, and alpha: 0 to 1

Pixel pixel_at(const Picture& picture, std::int64_t x, std::int64_t y) {
    const std::uint16_t* const from = &picture.rgba[static_cast<std::size_t>(y * picture.width + x) * kChannels];
    const double alpha = from[3] / kWhite;
    return {from[0] / kWhite * alpha, from[1] / kWhite * alpha, from[2] / kWhite * alpha, alpha};
}

// The mean over the pixel (x, y) of a grid of width x height that covers the picture.
Pixel mean_at(const Picture& picture, std::int64_t width, std::int64_t height, std::int64_t x, std::int64_t y) {
    const auto edge = [](std::int64_t at, std::int64_t of, std::int64_t all) {
        return static_cast<double>(at) * static_cast<double>(all) / static_cast<double>(of);
    };
    const double left = edge(x, width, picture.width), right = edge(x + 1, width, picture.width),
                 top = edge(y, height, picture.height), bottom = edge(y + 1, height, picture.height);
    Pixel sum{};
    double weights = 0;
    for (auto row = static_cast<std::int64_t>(top); row < picture.height && static_cast<double>(row) < bottom; ++row)
        for (auto column = static_cast<std::int64_t>(left); column < picture.width && static_cast<double>(column) < right;
             ++column) {
            const double wide = std::min(right, static_cast<double>(column + 1)) - std::max(left, static_cast<double>(column));
            const double tall = std::min(bottom, static_cast<double>(row + 1)) - std::max(top, static_cast<double>(row));
            const Pixel pixel = pixel_at(picture, column, row);
            for (std::size_t channel = 0; channel < kChannels; ++channel) sum[channel] += pixel[channel] * wide * tall;
            weights += wide * tall;
        }
    for (double& channel : sum) channel /= weights;
    return sum;
}

double channel_of(const Pixel& pixel, std::int64_t channels, std::int64_t channel) {
    if (channels == 1) return 0.2126 * pixel[0] + 0.7152 * pixel[1] + 0.0722 * pixel[2];
    if (channel == 3 || channels == 3 || pixel[3] == 0) return pixel[static_cast<std::size_t>(channel)];
    return pixel[static_cast<std::size_t>(channel)] / pixel[3];
}

template <typename T>
T element_of(double value) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(std::lround(value * (sizeof(T) == 1 && std::is_signed_v<T> ? 127 : 255)));
    else
        return static_cast<T>(value);
}

}  // namespace

Result<Picture> read_picture(const std::filesystem::path& path) {
    const auto bytes = read_file(path, kMostFileBytes);
    if (!bytes) return std::unexpected(bytes.error());
    const std::unique_ptr<spng_ctx, FreeDecoder> context(spng_ctx_new(0));
    if (!context) return failure("libspng could not start");
    Picture picture;
    const int code = decode(context.get(), *bytes, picture);
    if (code == SPNG_EUSER_WIDTH || code == SPNG_EUSER_HEIGHT)
        return failure(
            fmt::format("{} is too large: a picture has at most {} pixels, and {} along an edge", path.filename().string(),
                        with_separators(kMostPicturePixels), with_separators(kMostPictureEdge)),
            "Save a smaller one.");
    if (code != SPNG_OK)
        return failure(fmt::format("{} cannot be read as a PNG ({})", path.filename().string(), spng_strerror(code)),
                       "The file may be cut off or of another format: save it as a PNG again.");
    return picture;
}

Result<void> fill_with_picture(Array& array, const Picture& picture, PictureSize size) {
    const std::vector<std::int64_t>& shape = array.shape();
    const std::int64_t channels = shape.size() == 3 ? shape[2] : 1;
    if (shape.size() < 2 || shape.size() > 3 || (channels != 1 && channels != 3 && channels != 4))
        return usage_error(
            fmt::format("the array '{}' cannot hold a picture", array.name),
            "Its shape must be [\"height\", \"width\"] for grey, or [\"height\", \"width\", 3] for colour (4: with alpha).");
    const std::int64_t height = shape[0], width = shape[1];
    const bool is_exact = height == picture.height && width == picture.width;
    if (size == PictureSize::exact && !is_exact)
        return usage_error(fmt::format("the picture has {} x {} pixels, but the array '{}' has {} x {}", picture.width,
                                       picture.height, array.name, width, height),
                           "Set the sizes to those of the picture, or write \"scaled_picture=\" in place of \"picture=\".");
    visit_dtype(array.dtype(), [&]<typename T>() {
        auto to = array.as<T>().begin();
        for (std::int64_t y = 0; y < height; ++y)
            for (std::int64_t x = 0; x < width; ++x) {
                const Pixel pixel = is_exact ? pixel_at(picture, x, y) : mean_at(picture, width, height, x, y);
                for (std::int64_t channel = 0; channel < channels; ++channel)
                    *to++ = element_of<T>(channel_of(pixel, channels, channel));
            }
    });
    return {};
}

}  // namespace warpwise
