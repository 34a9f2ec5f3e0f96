#include "cli/texture_spec.h"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <optional>

#include "experiment/run/numbers.h"

namespace warpwise {
namespace {

using simt::Texture;
using simt::TextureAddress;

constexpr const char* kWords =
    "Write texture:f32[64,64]:iota,linear,wrap,normalized or surface:u8[64,64,4]:zeros,channels. The words after the array: point "
    "or "
    "linear; clamp, wrap, mirror or border (border=1.5 chooses its value); normalized (coordinates); normalized-float (integers of "
    "8 "
    "bits read as 0 to 1); layered (the first extent counts layers); channels (the last extent counts channels).";

std::unexpected<Error> bad_texture(const std::string& spec, const std::string& why) {
    return usage_error(fmt::format("the argument '{}' cannot be used: {}", spec, why), kWords);
}

std::optional<TextureAddress> address_from(const std::string& word) {
    static const std::map<std::string, TextureAddress> modes{{"wrap", TextureAddress::wrap},
                                                             {"clamp", TextureAddress::clamp},
                                                             {"mirror", TextureAddress::mirror},
                                                             {"border", TextureAddress::border}};
    const auto found = modes.find(word);
    return found == modes.end() ? std::nullopt : std::optional(found->second);
}

// False: the word is none of a texture's, so it is the array's fill.
bool take_word(TextureSpec& spec, const std::string& word) {
    Texture& texture = spec.texture;
    if (const auto mode = address_from(word)) {
        texture.address_modes.fill(*mode);
    } else if (word.starts_with("border=")) {
        const auto value = parse_real(word.substr(7));
        if (!value) return false;
        texture.address_modes.fill(TextureAddress::border);
        texture.border.fill(static_cast<float>(*value));
    } else if (word == "point" || word == "linear") {
        texture.filter = word == "linear" ? simt::TextureFilter::linear : simt::TextureFilter::point;
    } else if (word == "normalized") {
        texture.normalized_coordinates = true;
    } else if (word == "normalized-float") {
        texture.read = simt::TextureRead::normalized_float;
    } else if (word == "layered") {
        texture.is_layered = true;
    } else if (word == "channels") {
        spec.has_channels = true;
    } else {
        return false;
    }
    return true;
}

std::optional<simt::TexelType> texel_type_of(DType dtype) {
    switch (dtype) {
        case DType::u8: return simt::TexelType::u8;
        case DType::i8: return simt::TexelType::i8;
        case DType::u32: return simt::TexelType::u32;
        case DType::i32: return simt::TexelType::i32;
        case DType::f16: return simt::TexelType::f16;
        case DType::f32: return simt::TexelType::f32;
        default: return std::nullopt;
    }
}

}  // namespace

bool is_texture_spec(const std::string& spec) { return spec.starts_with("texture:") || spec.starts_with("surface:"); }

Result<TextureSpec> parse_texture(const std::string& spec) {
    TextureSpec out;
    out.texture.kind = spec.starts_with("surface:") ? Texture::Kind::surface : Texture::Kind::texture;
    const std::string body = spec.substr(spec.find(':') + 1);
    const std::size_t file = body.find(".npy"), close = body.find(']');
    if (file == std::string::npos && close == std::string::npos)
        return bad_texture(spec, "it has neither an array nor a .npy file");
    const std::size_t end = file != std::string::npos ? file + 4 : close + 1;
    out.array = body.substr(0, end);
    std::string fill;
    for (std::size_t at = end; at < body.size();) {
        const std::size_t next = std::min(body.find(',', at + 1), body.size());
        const std::string word = body.substr(at + 1, next - at - 1);
        if (body[at] != ',' && body[at] != ':')
            return bad_texture(spec, fmt::format("'{}' comes after the array", body.substr(at)));
        if (!take_word(out, word)) {
            if (!fill.empty() || file != std::string::npos || word.empty())
                return bad_texture(spec, fmt::format("there is no word '{}'", word));
            fill = word;
        }
        at = next;
    }
    if (!fill.empty()) out.array += ":" + fill;
    return out;
}

Result<Texture> texture_over(const std::string& spec, const TextureSpec& described, const Array& array) {
    Texture texture = described.texture;
    const auto type = texel_type_of(array.dtype());
    if (!type)
        return bad_texture(spec,
                           fmt::format("a texel is u8, i8, u32, i32, f16 or f32, and the array is {}", name_of(array.dtype())));
    texture.type = *type;
    std::vector<std::int64_t> extents = array.shape();
    if (described.has_channels && !extents.empty()) {
        texture.channels = static_cast<std::uint8_t>(std::min<std::int64_t>(extents.back(), 255));
        extents.pop_back();
    }
    const std::size_t least = texture.is_layered ? 2 : 1;
    if (extents.size() < least || extents.size() > 3)
        return bad_texture(spec, fmt::format("its array has {} extents{}; there must be {} to 3", extents.size(),
                                             described.has_channels ? " besides the channels" : "", least));
    for (const std::int64_t extent : extents)
        if (extent > std::numeric_limits<std::int32_t>::max()) return bad_texture(spec, "it is too large");
    texture.dimensions = static_cast<std::uint8_t>(extents.size() - least + 1);
    const auto extent_from_last = [&](std::size_t k) {
        return k < extents.size() ? static_cast<std::uint32_t>(extents[extents.size() - 1 - k]) : 1u;
    };
    texture.width = extent_from_last(0);
    if (texture.dimensions > 1) texture.height = extent_from_last(1);
    if (texture.dimensions > 2) texture.depth = extent_from_last(2);
    if (texture.is_layered) texture.depth = static_cast<std::uint32_t>(extents.front());
    if (const std::string_view mistake = simt::mistake_in(texture); !mistake.empty())
        return bad_texture(spec, std::string(mistake));
    return texture;
}

}  // namespace warpwise
