// The 32-byte sectors of global memory that one request of a warp touches, and the bytes of them that its lanes use: the rule by
// which the emulator counts and every view draws (docs/counters.md).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace warpwise {

inline constexpr std::uint32_t kSectorBytes = 32;

// Distinct sectors that the lanes of `mask`, `bytes` bytes each, touch.
inline std::uint32_t count_sectors(std::uint32_t mask, const std::uint64_t* addresses, std::uint32_t bytes) {
    std::array<std::uint64_t, 64> sectors;  // an access of at most 32 bytes lies in two sectors at most
    std::uint32_t count = 0;
    bool ascending = true;
    for (; mask != 0; mask &= mask - 1) {
        const int lane = std::countr_zero(mask);
        const std::uint64_t first = addresses[lane] / kSectorBytes, last = (addresses[lane] + bytes - 1) / kSectorBytes;
        for (std::uint64_t sector = first; sector <= last; ++sector) {
            if (count != 0 && sectors[count - 1] == sector) continue;
            ascending &= count == 0 || sectors[count - 1] < sector;
            sectors[count++] = sector;
        }
    }
    if (ascending) return count;
    const auto [low, high] = std::minmax_element(sectors.begin(), sectors.begin() + count);
    if (*high - *low < 64) {
        std::uint64_t seen = 0;
        for (std::uint32_t i = 0; i < count; ++i) seen |= std::uint64_t{1} << (sectors[i] - *low);
        return static_cast<std::uint32_t>(std::popcount(seen));
    }
    std::sort(sectors.begin(), sectors.begin() + count);
    return static_cast<std::uint32_t>(std::unique(sectors.begin(), sectors.begin() + count) - sectors.begin());
}

// Distinct bytes that they touch; `mask` is not 0.
inline std::uint32_t count_useful_bytes(std::uint32_t mask, const std::uint64_t* addresses, std::uint32_t bytes) {
    std::array<std::uint64_t, 32> starts;
    std::uint32_t count = 0;
    std::uint64_t useful = bytes;
    bool ascending = true;
    for (; mask != 0; mask &= mask - 1) {
        starts[count] = addresses[std::countr_zero(mask)];
        if (count > 0) {
            ascending &= starts[count] >= starts[count - 1];
            useful += std::min<std::uint64_t>(bytes, starts[count] - starts[count - 1]);
        }
        ++count;
    }
    if (ascending) return static_cast<std::uint32_t>(useful);
    std::sort(starts.begin(), starts.begin() + count);
    useful = bytes;
    for (std::uint32_t i = 1; i < count; ++i) useful += std::min<std::uint64_t>(bytes, starts[i] - starts[i - 1]);
    return static_cast<std::uint32_t>(useful);
}

struct TouchedSector {
    std::uint64_t address = 0;                        // a multiple of 32
    std::array<std::uint32_t, kSectorBytes> users{};  // the lanes that ask for each byte
    std::uint32_t used_bytes() const;
};
// The sectors that count_sectors counts, by address.
std::vector<TouchedSector> touched_sectors(std::uint32_t mask, const std::uint64_t* addresses, std::uint32_t bytes);

}  // namespace warpwise
