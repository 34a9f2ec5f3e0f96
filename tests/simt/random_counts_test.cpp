// What a warp's access counts, by chance, against the rules as docs/counters.md says them, one lane after the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/fault.h"
#include "simt/code/counters.h"
#include "simt/compile/compile.h"
#include "simt/execute/execute.h"

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

// Rows, ascending and descending strides, a few addresses for many lanes, addresses near each other or far apart, and addresses
// that never go down from lane to lane. The active lanes are all lanes, a random set, or lanes next to each other.
RandomAccess random_access(std::mt19937& random, std::uint32_t most_bytes) {
    const auto below = [&](std::uint64_t n) { return random() % n; };
    RandomAccess out;
    out.bytes = 1u << below(static_cast<std::uint64_t>(std::countr_zero(most_bytes)) + 1);
    const std::uint64_t lanes = below(4);
    out.mask = lanes < 2    ? ~0u
               : lanes == 2 ? static_cast<std::uint32_t>(random()) | 1u << below(32)
                            : ~0u >> below(32) << below(32);
    if (out.mask == 0) out.mask = 1u << below(32);
    const std::uint64_t base = 0x700000000 + below(64) * out.bytes, kind = below(6), stride = below(40) * out.bytes;
    const std::uint64_t spread = kind == 4 ? std::uint64_t{1} << 24 : kind == 3 ? 300 : 6;
    for (std::uint64_t lane = 0, rise = 0; lane < 32; ++lane) {
        rise += below(stride / out.bytes + 1) * out.bytes;
        const std::uint64_t at = kind == 0   ? lane * stride
                                 : kind == 1 ? (31 - lane) * stride
                                 : kind == 5 ? rise
                                             : below(spread) * out.bytes;
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

// One warp loads from all places, stores to all of them and updates all of them; only the lanes in an access's mask take part in
// it.
LaunchCounters counters_of(const CompiledKernel& kernel, const std::vector<RandomAccess>& all, Tier tier, TraceLevel trace) {
    std::vector<std::int32_t> places;
    std::vector<std::uint32_t> masks;
    for (const RandomAccess& each : all) {
        masks.push_back(each.mask);
        for (const std::uint64_t address : each.address) places.push_back(static_cast<std::int32_t>(address / each.bytes));
    }
    Memory memory;
    EXPECT_TRUE(prepare_memory(kernel.program, memory));
    std::vector<ArgumentBytes> arguments;
    const auto pass = [&](const auto& value) { std::memcpy(arguments.emplace_back(sizeof value).data(), &value, sizeof value); };
    const auto pass_array = [&](const char* name, const void* from, std::size_t bytes) {
        const std::uint64_t array = *memory.allocate(name, bytes, 4, arguments.size());
        std::memcpy(memory.host(array, bytes), from, bytes);
        pass(array);
    };
    pass_array("at", places.data(), places.size() * 4);
    pass_array("masks", masks.data(), masks.size() * 4);
    pass(static_cast<std::int32_t>(all.size()));
    const auto result = execute(kernel.program, kernel.program.functions[kernel.entry], {{1, 1, 1}, {32, 1, 1}, 0}, arguments,
                                memory, {.threads = 1, .trace = trace, .tier = tier});
    EXPECT_FALSE(result.fault) << warpwise::text_of(*result.fault);
    EXPECT_EQ(result.compiled.has_value(), tier == Tier::native);
    return result.counters;
}

TEST(RandomCounts, AccessesOfSharedMemoryInBothTiers) {
    constexpr std::uint64_t elements = 3000;  // 24,000 bytes as doubles, of the 48 KB that a block may have
    std::mt19937 random(6);
    for (const auto& [type, bytes] : {std::pair{"unsigned char", 1u}, {"unsigned short", 2u}, {"float", 4u}, {"double", 8u}}) {
        const std::string of(type);
        const std::string text = "__global__ void k(const int* at, const unsigned* masks, int n) {\n  __shared__ " + of + " s[" +
                                 std::to_string(elements) + "];\n  for (int i = threadIdx.x; i < " + std::to_string(elements) +
                                 "; i += 32) s[i] = 1;\n  __syncthreads();\n  " + of +
                                 " sum = 0;\n  for (int r = 0; r < n; ++r)\n    if (masks[r] >> threadIdx.x & 1) "
                                 "sum += s[at[r * 32 + threadIdx.x]];\n  __syncthreads();\n  for (int r = 0; r < n; ++r) {\n    "
                                 "if (masks[r] >> threadIdx.x & 1) s[at[r * 32 + threadIdx.x]] = 1;\n    "
                                 "__syncwarp();\n  }\n  __syncthreads();\n" +
                                 (bytes < 4 ? ""
                                            : "  for (int r = 0; r < n; ++r)\n    if (masks[r] >> threadIdx.x & 1) "
                                              "atomicAdd(&s[at[r * 32 + threadIdx.x]], 1);\n") +
                                 "  if (sum == 77) __trap();\n}\n";
        const auto kernel = compile(text, "k", "kernel.cu");
        ASSERT_TRUE(kernel) << warpwise::text_of(kernel.error());
        std::vector<RandomAccess> all;
        LaunchCounters expected;
        while (all.size() < 1500) {
            RandomAccess each = random_access(random, 8);
            if (each.bytes != bytes) continue;
            const bool in_pairs = random() % 4 == 0;
            for (std::size_t lane = 0; lane < 32; ++lane) {
                each.address[lane] %= elements * bytes;
                if (in_pairs && lane % 2 == 1) each.address[lane] = each.address[lane - 1];
            }
            expected.count_shared(AccessKind::load, each.access());
            expected.count_shared(AccessKind::store, each.access());
            if (bytes >= 4) expected.count_shared(AccessKind::reduction, each.access());
            all.push_back(each);
        }
        for (std::uint64_t first = 0; first < elements; first += 32) {
            RandomAccess row{.mask = elements - first >= 32 ? ~0u : (1u << (elements - first)) - 1, .bytes = bytes};
            for (std::uint64_t lane = 0; lane < 32; ++lane) row.address[lane] = (first + lane) * bytes;
            expected.count_shared(AccessKind::store, row.access());
        }
        for (const Tier tier : {Tier::interpreted, Tier::native})
            for (const TraceLevel trace : {TraceLevel::counters, TraceLevel::full}) {
                const LaunchCounters found = counters_of(*kernel, all, tier, trace);
                for (std::size_t kind = 0; kind < 3; ++kind) {
                    SCOPED_TRACE(of + ", tier " + std::to_string(static_cast<int>(tier)) + ", trace " +
                                 std::to_string(static_cast<int>(trace)) + ", kind " + std::to_string(kind));
                    EXPECT_EQ(found.shared[kind].instructions, expected.shared[kind].instructions);
                    EXPECT_EQ(found.shared[kind].wavefronts, expected.shared[kind].wavefronts);
                    EXPECT_EQ(found.shared[kind].bank_conflicts, expected.shared[kind].bank_conflicts);
                }
            }
    }
}

}  // namespace
}  // namespace warpwise::simt
