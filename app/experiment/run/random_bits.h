// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>

namespace warpwise {

// The counter-based generator behind the fill `uniform`: 64 random bits for element `index` of array number `stream`. It has no
// state, so any element can be made alone. It is SplitMix64's output function over the mixed seed, stream and index.
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

}  // namespace warpwise
