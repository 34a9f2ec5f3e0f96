// What a read of a texture gives, by the rules of the CUDA programming guide (its appendix on texture fetching). Knows neither
// warps nor faults.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/code/texture.h"
#include "simt/code/texture_call.h"

namespace warpwise::simt {

// The four channels as a register holds them: integers extended to 32 bits, reals as float. Missing channels are 0.
using Texel = std::array<std::uint32_t, 4>;

class TextureReader {
  public:
    // `texels` is the byte at texture.address. Where there are `touched`, the offset of each texel that is read goes there.
    TextureReader(const Texture& texture, const std::byte* texels, std::vector<std::uint64_t>* touched)
        : texture_(texture), texels_(texels), touched_(touched) {}

    // At a real place; z is a coordinate of a texture of three dimensions.
    Texel sample(std::array<float, 3> place, int layer) const;
    // Of a cube map, whatever the length of the direction.
    Texel sample_cube(std::array<float, 3> direction, int layer) const;
    Texel gather(std::array<float, 3> place, int layer, std::uint32_t component) const;
    Texel at(std::int64_t x, std::int64_t y, std::int64_t z) const;  // in bounds

  private:
    struct Axis {
        std::int64_t first = 0;  // the texel at or before the place, before its address mode
        double weight = 0;       // of the next one
    };
    Axis axis(float place, int dimension, bool filters) const;
    Texel addressed(std::array<std::int64_t, 3> index, int layer) const;
    Texel border() const;

    const Texture& texture_;
    const std::byte* texels_;
    std::vector<std::uint64_t>* touched_;
};

}  // namespace warpwise::simt
