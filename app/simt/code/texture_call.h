// What a call such as tex2D<float4>(...) asks for: bits that the prelude (prelude/texture.inc) puts beside the coordinates.
#pragma once

#include <cstdint>

namespace warpwise::simt {

enum class TextureFunction : std::uint8_t { fetch, sample, gather, surface_read, surface_write };  // tex1Dfetch, tex2D, tex2Dgather
enum class SurfaceBoundary : std::uint8_t { zero, clamp, trap };                                   // cudaSurfaceBoundaryMode

struct TextureCall {
    std::uint32_t bits = 0;
    TextureFunction function() const { return static_cast<TextureFunction>(bits & 7u); }
    int dimensions() const { return static_cast<int>(bits >> 3 & 3u); }
    bool is_layered() const { return (bits >> 5 & 1u) != 0; }
    bool wants_floats() const { return (bits >> 6 & 1u) != 0; }
    std::uint32_t channels() const { return bits >> 7 & 7u; }
    SurfaceBoundary boundary() const { return static_cast<SurfaceBoundary>(bits >> 10 & 3u); }
    std::uint32_t component() const { return bits >> 12 & 3u; }  // that tex2Dgather collects
    std::uint32_t bytes() const { return bits >> 14 & 31u; }     // of one access to a surface
    bool is_cube() const { return (bits >> 19 & 1u) != 0; }
    int layer() const { return static_cast<int>(bits >> 20); }  // of a cube map, whose places are three numbers already
    bool operator==(const TextureCall&) const = default;
};

}  // namespace warpwise::simt
