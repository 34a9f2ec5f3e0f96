#include "simt/shadow.h"

namespace warpwise::simt {

std::vector<std::unique_ptr<ArrayShadow>> make_shadows(const Memory& memory) {
    std::vector<std::unique_ptr<ArrayShadow>> shadows;
    std::uint64_t left = kRaceShadowBytes;
    for (const Allocation& allocation : memory.allocations()) {
        auto shadow = std::make_unique<ArrayShadow>();
        shadow->base = allocation.base;
        shadow->size = allocation.size;
        shadow->element_bytes = allocation.element_bytes;
        shadow->elements = allocation.size / allocation.element_bytes;
        shadow->argument = allocation.argument;
        const std::uint64_t words = allocation.size / 4 + 1;
        if (words * sizeof(RaceCell) <= left) {
            left -= words * sizeof(RaceCell);
            shadow->cells = Zeros<RaceCell>(words);
        }
        if (allocation.argument != no_argument) shadow->writers = Zeros<std::uint32_t>(shadow->elements);
        shadows.push_back(std::move(shadow));
    }
    return shadows;
}

}  // namespace warpwise::simt
