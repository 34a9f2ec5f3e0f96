// 16 lanes of a warp that access memory side by side or at one place.
#pragma once

#include <cstdint>

namespace warpwise::simt {

// Their addresses are equal (`step` 0) or neighbours (`step` is the bytes that a lane accesses).
struct Half {
    std::uint64_t first, step;
    std::uint64_t last() const { return first + 15 * step; }
};

// Of two halves of lanes that access `bytes` bytes: each is a row, and no byte is in both.
[[gnu::always_inline]] inline bool are_rows_apart(const Half* halves, std::uint64_t bytes) {
    const std::uint64_t a = halves[0].first, b = halves[1].first;
    return halves[0].step != 0 && halves[1].step != 0 && (a < b ? b - a : a - b) >= 16 * bytes;
}

// The addresses of the 32 lanes of two halves.
[[gnu::always_inline]] inline void fill_addresses(const Half* halves, std::uint64_t* address) {
    for (std::uint64_t half = 0; half < 2; ++half)
        for (std::uint64_t lane = 0; lane < 16; ++lane) address[16 * half + lane] = halves[half].first + lane * halves[half].step;
}

}  // namespace warpwise::simt
