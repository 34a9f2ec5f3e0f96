// The textures and surfaces of a launch: what a cudaTextureObject_t or cudaSurfaceObject_t of a kernel stands for. Plain data, for
// its users to fill: arguments of the command line, a host runtime. Memory::textures() holds the table of a launch.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpwise::simt {

enum class TexelType : std::uint8_t { u8, i8, u16, i16, u32, i32, f16, f32 };  // of one channel
enum class TextureAddress : std::uint8_t { wrap, clamp, mirror, border };      // numbered as cudaTextureAddressMode
enum class TextureFilter : std::uint8_t { point, linear };                     // cudaTextureFilterMode
enum class TextureRead : std::uint8_t { element, normalized_float };           // cudaTextureReadMode

struct Texture {
    enum class Kind : std::uint8_t { texture, surface, destroyed };
    Kind kind = Kind::texture;
    std::string name;  // as the kernel's reader knows it

    // Where the texels lie in device memory: rows of `width` texels, in planes of `height` rows. A CUDA array is an allocation of
    // its own, whose address the kernel never sees; cudaArray's layout is this one too.
    std::uint64_t address = 0;
    std::uint64_t pitch_bytes = 0;  // from row to row
    std::uint64_t plane_bytes = 0;  // from plane (or layer) to plane
    bool is_linear = false;         // cudaResourceTypeLinear: for tex1Dfetch alone
    bool is_layered = false;        // `depth` counts layers, and `dimensions` does not count them
    bool is_cube = false;           // planes of two dimensions are faces, six for a layer, and a direction is what is read
    std::uint8_t dimensions = 2;    // 1 to 3
    std::uint8_t channels = 1;      // 1, 2 or 4
    TexelType type = TexelType::f32;
    std::uint32_t width = 1, height = 1, depth = 1;

    // How a texture is read; of no meaning for a surface.
    std::array<TextureAddress, 3> address_modes{TextureAddress::clamp, TextureAddress::clamp, TextureAddress::clamp};
    TextureFilter filter = TextureFilter::point;
    TextureRead read = TextureRead::element;
    bool normalized_coordinates = false;
    std::array<float, 4> border{};

    bool operator==(const Texture&) const = default;
};

std::string_view name_of(TexelType);  // "u8"
std::uint32_t bytes_of(TexelType);
inline std::uint32_t texel_bytes(const Texture& texture) { return bytes_of(texture.type) * texture.channels; }
// From the first to the last texel.
std::uint64_t bytes_of(const Texture&);
// Pitch and planes of texels that lie side by side.
void lay_out(Texture&);
// Whether reads give floats: floating-point texels, and integers in the read mode normalized_float.
bool gives_floats(const Texture&);
// What CUDA refuses in a description (linear filtering of integers, three channels): a clause, empty when all is well.
std::string_view mistake_in(const Texture&);

// A handle is none of the small numbers and addresses that a kernel may hold instead by mistake.
inline constexpr std::uint64_t kTextureHandles = std::uint64_t{0x7e47} << 48;

struct TextureTable {
    // A program may make and destroy one for each picture: from so many on, the place of a destroyed one is used again.
    static constexpr std::size_t kMostKept = 1024;
    std::vector<Texture> textures;

    std::uint64_t add(Texture texture) {
        if (textures.size() >= kMostKept) {
            const auto unused = std::ranges::find(textures, Texture::Kind::destroyed, &Texture::kind);
            if (unused != textures.end()) {
                *unused = std::move(texture);
                return kTextureHandles + static_cast<std::uint64_t>(unused - textures.begin()) + 1;
            }
        }
        textures.push_back(std::move(texture));
        return kTextureHandles + textures.size();
    }
    // Null for what is no handle; what was destroyed is found and says so.
    const Texture* find(std::uint64_t handle) const {
        const std::uint64_t place = handle - kTextureHandles - 1;
        return place < textures.size() ? &textures[place] : nullptr;
    }
};

}  // namespace warpwise::simt
