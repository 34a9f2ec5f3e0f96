// What a warp's access counts, by chance, against the rules as docs/counters.md says them, one lane after the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "simt/code/counters.h"

namespace warpwise::simt {
namespace {

using Addresses = std::array<std::uint64_t, 32>;

std::uint32_t sectors_by_rule(const WarpAccess& access) {
    std::set<std::uint64_t> sectors;
    for (int lane = 0; lane < 32; ++lane)
        if (access.mask >> lane & 1)
            for (std::uint32_t byte = 0; byte < access.bytes; ++byte) sectors.insert((access.address[lane] + byte) / 32);
    return static_cast<std::uint32_t>(sectors.size());
}

// Lanes on one address go one after the other; if all are on one, each of them is a pass.
std::uint32_t atomic_sectors_by_rule(const WarpAccess& access) {
    std::map<std::uint64_t, std::uint32_t> on_address;
    std::vector<std::uint32_t> passes;
    for (int lane = 0; lane < 32; ++lane) {
        if (!(access.mask >> lane & 1)) continue;
        const std::uint32_t pass = on_address[access.address[lane]]++;
        if (passes.size() <= pass) passes.push_back(0);
        passes[pass] |= 1u << lane;
    }
    std::uint32_t sum = 0;
    for (const std::uint32_t pass : passes) sum += sectors_by_rule({pass, access.address, access.bytes});
    return sum;
}

std::uint32_t wavefronts_by_rule(const WarpAccess& access) {
    std::array<std::set<std::uint64_t>, 32> words;
    std::size_t most = 1;
    for (int lane = 0; lane < 32; ++lane) {
        if (!(access.mask >> lane & 1)) continue;
        const std::uint64_t word = access.address[lane] / 4;
        words[word % 32].insert(word);
        most = std::max(most, words[word % 32].size());
    }
    return static_cast<std::uint32_t>(most);
}

struct RandomAccess {
    Addresses address{};
    std::uint32_t mask = 0, bytes = 0;
    WarpAccess access() const { return {mask, address.data(), bytes}; }
};

// Rows, strides up and down, a few places for many lanes, places near one another and far apart.
RandomAccess random_access(std::mt19937& random, std::uint32_t most_bytes) {
    const auto below = [&](std::uint64_t n) { return random() % n; };
    RandomAccess out;
    out.bytes = 1u << below(static_cast<std::uint64_t>(std::countr_zero(most_bytes)) + 1);
    out.mask = below(2) ? ~0u : static_cast<std::uint32_t>(random()) | 1u << below(32);
    const std::uint64_t base = 0x700000000 + below(64) * out.bytes, kind = below(5), stride = below(40) * out.bytes;
    const std::uint64_t spread = kind == 4 ? std::uint64_t{1} << 24 : kind == 3 ? 300 : 6;
    for (std::uint64_t lane = 0; lane < 32; ++lane) {
        const std::uint64_t at = kind == 0 ? lane * stride : kind == 1 ? (31 - lane) * stride : below(spread) * out.bytes;
        out.address[lane] = base + at;
    }
    return out;
}

std::string text_of(const RandomAccess& each) {
    return ::testing::PrintToString(each.address) + ", mask " + std::to_string(each.mask) + ", bytes " + std::to_string(each.bytes);
}

TEST(RandomCounts, SectorsOfLoads) {
    std::mt19937 random(3);
    for (int i = 0; i < 5'000; ++i) {
        const RandomAccess each = random_access(random, 16);
        ASSERT_EQ(count_sectors(each.access()), sectors_by_rule(each.access())) << text_of(each);
    }
}

TEST(RandomCounts, SectorsOfAtomics) {
    std::mt19937 random(4);
    for (int i = 0; i < 5'000; ++i) {
        const RandomAccess each = random_access(random, 8);
        ASSERT_EQ(count_atomic_sectors(each.access()), atomic_sectors_by_rule(each.access())) << text_of(each);
    }
}

TEST(RandomCounts, WavefrontsOfSharedMemory) {
    std::mt19937 random(5);
    for (int i = 0; i < 5'000; ++i) {
        const RandomAccess each = random_access(random, 4);
        const std::uint32_t expected = wavefronts_by_rule(each.access());
        ASSERT_EQ(shared_load_cost(each.access()).wavefronts, expected) << text_of(each);
        ASSERT_EQ(shared_store_cost(each.access()).bank_conflicts, expected - 1) << text_of(each);
    }
}

}  // namespace
}  // namespace warpwise::simt
