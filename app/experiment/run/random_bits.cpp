#include "experiment/run/random_bits.h"

namespace warpwise {
namespace {

std::uint64_t mix64(std::uint64_t x) {
    // SplitMix64 (Steele, Lea, Flood 2014), whose increment is the golden ratio.
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

}  // namespace

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
    return mix64(mix64(mix64(seed) + stream) + index);
}

}  // namespace warpwise
