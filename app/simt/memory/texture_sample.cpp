#include "simt/memory/texture_sample.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace warpwise::simt {
namespace {

std::uint32_t extent_of(const Texture& texture, int dimension) {
    return dimension == 0 ? texture.width : dimension == 1 ? texture.height : texture.depth;
}

// Wrap and mirror work on normalized coordinates alone; CUDA takes them for clamp elsewhere.
TextureAddress mode_of(const Texture& texture, int dimension) {
    if (texture.is_cube) return TextureAddress::clamp;  // filtering stays on the face
    const TextureAddress mode = texture.address_modes[static_cast<std::size_t>(dimension)];
    const bool repeats = mode == TextureAddress::wrap || mode == TextureAddress::mirror;
    return repeats && !texture.normalized_coordinates ? TextureAddress::clamp : mode;
}

std::int64_t modulo(std::int64_t i, std::int64_t n) { return (i % n + n) % n; }

// -1: outside, where the border is.
std::int64_t address(TextureAddress mode, std::int64_t i, std::int64_t n) {
    switch (mode) {
        case TextureAddress::wrap: return modulo(i, n);
        case TextureAddress::mirror: {
            const std::int64_t k = modulo(i, 2 * n);
            return k < n ? k : 2 * n - 1 - k;
        }
        case TextureAddress::clamp: return std::clamp<std::int64_t>(i, 0, n - 1);
        case TextureAddress::border: break;
    }
    return i >= 0 && i < n ? i : -1;
}

template <typename T>
T load(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <typename T>
std::uint32_t integer(const std::byte* at, bool normalized) {
    const T value = load<T>(at);
    if (!normalized) return static_cast<std::uint32_t>(std::int64_t{value});
    constexpr auto largest = static_cast<float>(std::numeric_limits<T>::max());
    return std::bit_cast<std::uint32_t>(std::max(static_cast<float>(value) / largest, -1.0f));
}

std::uint32_t channel(const Texture& texture, const std::byte* at) {
    const bool normalized = texture.read == TextureRead::normalized_float;
    switch (texture.type) {
        case TexelType::u8: return integer<std::uint8_t>(at, normalized);
        case TexelType::i8: return integer<std::int8_t>(at, normalized);
        case TexelType::u16: return integer<std::uint16_t>(at, normalized);
        case TexelType::i16: return integer<std::int16_t>(at, normalized);
        case TexelType::f16: return std::bit_cast<std::uint32_t>(static_cast<float>(load<_Float16>(at)));
        default: return load<std::uint32_t>(at);
    }
}

}  // namespace

Texel TextureReader::at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const std::uint64_t offset = static_cast<std::uint64_t>(z) * texture_.plane_bytes +
                                 static_cast<std::uint64_t>(y) * texture_.pitch_bytes +
                                 static_cast<std::uint64_t>(x) * texel_bytes(texture_);
    if (touched_) touched_->push_back(offset);
    Texel texel{};
    for (std::uint32_t k = 0; k < texture_.channels; ++k)
        texel[k] = channel(texture_, texels_ + offset + std::uint64_t{k} * bytes_of(texture_.type));
    return texel;
}

Texel TextureReader::border() const {
    Texel texel{};
    for (std::uint32_t k = 0; k < texture_.channels; ++k)
        texel[k] = gives_floats(texture_)
                       ? std::bit_cast<std::uint32_t>(texture_.border[k])
                       : static_cast<std::uint32_t>(static_cast<std::int64_t>(std::clamp(texture_.border[k], -0x1p31f, 0x1p32f)));
    return texel;
}

Texel TextureReader::addressed(std::array<std::int64_t, 3> index, int layer) const {
    for (int d = 0; d < texture_.dimensions; ++d) {
        std::int64_t& i = index[static_cast<std::size_t>(d)];
        i = address(mode_of(texture_, d), i, extent_of(texture_, d));
        if (i < 0) return border();
    }
    if (texture_.is_layered || texture_.is_cube) index[2] = std::clamp<std::int64_t>(layer, 0, texture_.depth - 1);
    return at(index[0], index[1], index[2]);
}

// The weight has eight bits of fraction in nine, so that 1 is one of them: it then counts as the next texel.
TextureReader::Axis TextureReader::axis(float place, int dimension, bool filters) const {
    constexpr double farthest = 0x1p40;  // NaN as a place is the origin
    double x = std::isnan(place) ? 0.0 : static_cast<double>(place);
    if (texture_.normalized_coordinates || texture_.is_cube) x *= extent_of(texture_, dimension);
    if (filters) x -= 0.5;
    x = std::clamp(x, -farthest, farthest);
    const double first = std::floor(x);
    return {static_cast<std::int64_t>(first), filters ? std::floor((x - first) * 256 + 0.5) / 256 : 0.0};
}

Texel TextureReader::sample(std::array<float, 3> place, int layer) const {
    const bool filters = texture_.filter == TextureFilter::linear;
    std::array<Axis, 3> axes;
    for (int d = 0; d < texture_.dimensions; ++d)
        axes[static_cast<std::size_t>(d)] = axis(place[static_cast<std::size_t>(d)], d, filters);
    if (!filters) return addressed({axes[0].first, axes[1].first, axes[2].first}, layer);
    std::array<double, 4> sum{};
    for (unsigned corner = 0; corner < 1u << texture_.dimensions; ++corner) {
        double weight = 1;
        std::array<std::int64_t, 3> index{};
        for (unsigned d = 0; d < 3; ++d) {
            const bool next = (corner >> d & 1u) != 0;
            index[d] = axes[d].first + (next ? 1 : 0);
            weight *= next ? axes[d].weight : 1 - axes[d].weight;
        }
        if (weight == 0) continue;  // an infinite neighbour that does not count
        const Texel texel = addressed(index, layer);
        for (std::size_t k = 0; k < 4; ++k) sum[k] += weight * static_cast<double>(std::bit_cast<float>(texel[k]));
    }
    Texel texel{};
    for (std::size_t k = 0; k < texture_.channels; ++k) texel[k] = std::bit_cast<std::uint32_t>(static_cast<float>(sum[k]));
    return texel;
}

// The face that the direction leaves the cube through, and where: the guide's table of cubemap textures. It leaves open which face
// a direction through an edge has.
Texel TextureReader::sample_cube(std::array<float, 3> direction, int layer) const {
    const auto [x, y, z] = direction;
    const float ax = std::abs(x), ay = std::abs(y), az = std::abs(z);
    const bool is_x = ax >= ay && ax >= az, is_y = !is_x && ay >= az;
    const float along = is_x ? x : is_y ? y : z, length = is_x ? ax : is_y ? ay : az;
    const bool is_negative = along < 0;
    const float s = is_x ? (is_negative ? z : -z) : is_y ? x : is_negative ? -x : x;
    const float t = !is_y ? -y : is_negative ? -z : z;
    const int face = (is_x ? 0 : is_y ? 2 : 4) + (is_negative ? 1 : 0);
    const int layers = static_cast<int>(texture_.depth / 6);
    return sample({(s / length + 1) / 2, (t / length + 1) / 2, 0}, std::clamp(layer, 0, layers - 1) * 6 + face);
}

// Counter-clockwise from the lower left one of the four that linear filtering would weigh.
Texel TextureReader::gather(std::array<float, 3> place, int layer, std::uint32_t component) const {
    const std::int64_t x = axis(place[0], 0, true).first, y = axis(place[1], 1, true).first;
    return {addressed({x, y + 1, 0}, layer)[component], addressed({x + 1, y + 1, 0}, layer)[component],
            addressed({x + 1, y, 0}, layer)[component], addressed({x, y, 0}, layer)[component]};
}

}  // namespace warpwise::simt
