#include "simt/code/texture.h"

namespace warpwise::simt {
namespace {

constexpr std::string_view kTypeNames[] = {"u8", "i8", "u16", "i16", "u32", "i32", "f16", "f32"};

bool is_float(TexelType type) { return type >= TexelType::f16; }

}  // namespace

std::string_view name_of(TexelType type) { return kTypeNames[static_cast<int>(type)]; }

std::uint32_t bytes_of(TexelType type) {
    switch (type) {
        case TexelType::u8:
        case TexelType::i8: return 1;
        case TexelType::u16:
        case TexelType::i16:
        case TexelType::f16: return 2;
        default: return 4;
    }
}

std::uint64_t bytes_of(const Texture& texture) {
    return (texture.depth - 1) * texture.plane_bytes + (texture.height - 1) * texture.pitch_bytes +
           std::uint64_t{texture.width} * texel_bytes(texture);
}

void lay_out(Texture& texture) {
    texture.pitch_bytes = std::uint64_t{texture.width} * texel_bytes(texture);
    texture.plane_bytes = texture.height * texture.pitch_bytes;
}

bool gives_floats(const Texture& texture) { return is_float(texture.type) || texture.read == TextureRead::normalized_float; }

std::string_view mistake_in(const Texture& texture) {
    if (texture.channels != 1 && texture.channels != 2 && texture.channels != 4) return "a texel has 1, 2 or 4 channels";
    if (texture.dimensions < 1 || texture.dimensions > 3) return "it has one, two or three dimensions";
    if (texture.width == 0 || texture.height == 0 || texture.depth == 0) return "it has no texels";
    if (texture.dimensions == 3 && texture.is_layered) return "layers have one or two dimensions";
    if (texture.is_cube && (texture.width != texture.height || texture.depth % 6 != 0 || texture.dimensions != 2))
        return "a cube map has six square faces for each layer";
    if (texture.is_linear && texture.dimensions != 1) return "linear memory has one dimension";
    if (texture.kind == Texture::Kind::surface) return {};
    if (texture.read == TextureRead::normalized_float && !is_float(texture.type) && bytes_of(texture.type) == 4)
        return "only texels of 8 and 16 bits can be read as normalized floats";
    if (texture.filter == TextureFilter::linear && !gives_floats(texture))
        return "linear filtering needs texels that are read as floats: f16, f32, or integers read as normalized floats";
    return {};
}

}  // namespace warpwise::simt
