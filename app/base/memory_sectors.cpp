#include "base/memory_sectors.h"

#include <map>

namespace warpwise {

std::uint32_t TouchedSector::used_bytes() const {
    return static_cast<std::uint32_t>(std::ranges::count_if(users, [](std::uint32_t lanes) { return lanes != 0; }));
}

std::vector<TouchedSector> touched_sectors(std::uint32_t mask, const std::uint64_t* addresses, std::uint32_t bytes) {
    std::map<std::uint64_t, TouchedSector> sectors;
    for (; mask != 0; mask &= mask - 1) {
        const int lane = std::countr_zero(mask);
        for (std::uint64_t address = addresses[lane]; address < addresses[lane] + bytes; ++address) {
            const std::uint64_t start = address / kSectorBytes * kSectorBytes;
            TouchedSector& sector = sectors[start];
            sector.address = start;
            sector.users[address - start] |= 1u << lane;
        }
    }
    std::vector<TouchedSector> in_order;
    for (const auto& [start, sector] : sectors) in_order.push_back(sector);
    return in_order;
}

}  // namespace warpwise
