#include "simt/code/counters.h"

#include <algorithm>
#include <array>

#include "base/memory_sectors.h"
#include "base/shared_memory_groups.h"

namespace warpwise::simt {
namespace {

constexpr int kLanesOfAWarp = 32;

template <typename F>
void for_each_lane(std::uint32_t mask, F&& f) {
    for (; mask; mask &= mask - 1) f(std::countr_zero(mask));
}

// The largest number of distinct 4-byte words in one bank, over the lanes of `mask`.
std::uint32_t wavefronts_of_group(std::uint32_t mask, const std::uint64_t* address, std::uint32_t bytes) {
    std::array<std::uint32_t, 128> words;  // 32 lanes of 16 bytes at most
    std::uint32_t count = 0;
    std::uint32_t banks = 0;
    bool clash = false;
    for_each_lane(mask, [&](int lane) {
        const auto first = static_cast<std::uint32_t>(address[lane] >> 2);
        const auto last = static_cast<std::uint32_t>((address[lane] + bytes - 1) >> 2);
        for (std::uint32_t word = first; word <= last; ++word) {
            if (count && words[count - 1] == word) continue;
            const std::uint32_t bank = 1u << (word & 31);
            clash |= (banks & bank) != 0;
            banks |= bank;
            words[count++] = word;
        }
    });
    if (!clash) return 1;  // every word in a bank of its own
    // Of each bank, its distinct words so far, as a list.
    constexpr std::uint8_t none = 255;
    std::array<std::uint8_t, 32> first_of, in_bank{};
    std::array<std::uint8_t, 128> next;
    first_of.fill(none);
    std::uint32_t most = 0;
    for (std::uint8_t i = 0; i < count; ++i) {
        const std::uint32_t bank = words[i] & 31;
        std::uint8_t same = first_of[bank];
        while (same != none && words[same] != words[i]) same = next[same];
        if (same != none) continue;
        next[i] = first_of[bank];
        first_of[bank] = i;
        most = std::max<std::uint32_t>(most, ++in_bank[bank]);
    }
    return most;
}

SharedCost grouped_cost(const WarpAccess& access, int lanes_of_group) {
    SharedCost cost;
    const std::uint32_t group = lanes_of_group == kLanesOfAWarp ? ~0u : (1u << lanes_of_group) - 1;
    for (int first = 0; first < kLanesOfAWarp; first += lanes_of_group) {
        const std::uint32_t mask = access.mask & (group << first);
        if (!mask) continue;
        const std::uint32_t wavefronts = wavefronts_of_group(mask, access.address, access.bytes);
        cost.wavefronts += wavefronts;
        cost.bank_conflicts += wavefronts - 1;
    }
    return cost;
}

// Words at one distance from lane to lane, all in one group: each bank that they come to has as many of them as any other. 0: it is
// another kind of access.
std::uint32_t wavefronts_of_stride(const WarpAccess& access) {
    if (access.mask != ~0u || access.bytes > 4) return 0;
    const std::uint64_t stride = access.address[1] - access.address[0];
    std::uint64_t differs = stride % 4;
    for (int lane = 2; lane < kLanesOfAWarp; ++lane) differs |= access.address[lane] - access.address[lane - 1] ^ stride;
    if (differs != 0 || stride == 0) return 0;
    return 1u << std::min(std::countr_zero(stride / 4), 5);
}

// The p-th element: the lanes that are the p-th on their address. The last one is empty.
std::array<std::uint32_t, kLanesOfAWarp + 1> passes_of(const WarpAccess& access) {
    constexpr std::uint8_t none = 255;
    std::array<std::uint8_t, 256> latest;  // lane whose address has these bits, and of each lane the one before it
    std::array<std::uint8_t, kLanesOfAWarp> before{}, pass{};
    latest.fill(none);
    std::array<std::uint32_t, kLanesOfAWarp + 1> out{};
    for_each_lane(access.mask, [&](int lane) {
        std::uint8_t& head = latest[access.address[lane] / 4 % 256];
        std::uint8_t same = head;
        while (same != none && access.address[same] != access.address[lane]) same = before[same];
        const auto at = static_cast<std::size_t>(lane);
        pass[at] = same == none ? 0 : static_cast<std::uint8_t>(pass[same] + 1);
        out[pass[at]] |= 1u << lane;
        before[at] = head;
        head = static_cast<std::uint8_t>(lane);
    });
    return out;
}

}  // namespace

std::uint32_t count_sectors(const WarpAccess& access) { return warpwise::count_sectors(access.mask, access.address, access.bytes); }

std::uint32_t count_useful_bytes(const WarpAccess& access) {
    return warpwise::count_useful_bytes(access.mask, access.address, access.bytes);
}

std::uint32_t count_atomic_sectors(const WarpAccess& access) {
    const std::uint64_t first = access.address[std::countr_zero(access.mask)];
    bool one_address = true;
    for_each_lane(access.mask, [&](int lane) { one_address &= access.address[lane] == first; });
    if (one_address) return static_cast<std::uint32_t>(std::popcount(access.mask));  // a counter for all: one lane a pass
    std::uint32_t sectors = 0;
    for (const std::uint32_t pass : passes_of(access)) {
        if (pass == 0) break;
        sectors += count_sectors({pass, access.address, access.bytes});
    }
    return sectors;
}

SharedCost shared_store_cost(const WarpAccess& access) {
    if (const std::uint32_t wavefronts = wavefronts_of_stride(access)) return {wavefronts, wavefronts - 1};
    return grouped_cost(access, shared_group_lanes(access.mask, access.address, access.bytes, true));
}

SharedCost shared_load_cost(const WarpAccess& access) {
    if (const std::uint32_t wavefronts = wavefronts_of_stride(access)) return {wavefronts, wavefronts - 1};
    return grouped_cost(access, shared_group_lanes(access.mask, access.address, access.bytes, false));
}

SharedCost shared_atomic_cost(const WarpAccess& access) {
    std::array<std::uint8_t, 32> in_bank{};
    std::uint32_t most = 0;
    for_each_lane(access.mask, [&](int lane) { most = std::max<std::uint32_t>(most, ++in_bank[access.address[lane] >> 2 & 31]); });
    return {most, most - 1};
}

void LaunchCounters::count_global(AccessKind kind, const WarpAccess& access) {
    const bool is_atomic = kind == AccessKind::atomic || kind == AccessKind::reduction;
    Global& sum = global[static_cast<int>(kind)];
    ++sum.requests;
    sum.sectors += is_atomic ? count_atomic_sectors(access) : count_sectors(access);
}

void LaunchCounters::count_shared(AccessKind kind, const WarpAccess& access) {
    const SharedCost cost = kind == AccessKind::load    ? shared_load_cost(access)
                            : kind == AccessKind::store ? shared_store_cost(access)
                                                        : shared_atomic_cost(access);
    Shared& sum = shared[std::min(static_cast<int>(kind), 2)];
    ++sum.instructions;
    sum.wavefronts += cost.wavefronts;
    sum.bank_conflicts += cost.bank_conflicts;
}

LaunchCounters& LaunchCounters::operator+=(const LaunchCounters& other) {
    for (int i = 0; i < 4; ++i) {
        global[i].requests += other.global[i].requests;
        global[i].sectors += other.global[i].sectors;
    }
    for (int i = 0; i < 3; ++i) {
        shared[i].instructions += other.shared[i].instructions;
        shared[i].wavefronts += other.shared[i].wavefronts;
        shared[i].bank_conflicts += other.shared[i].bank_conflicts;
    }
    for (int i = 0; i < 2; ++i) {
        global_repeats[i].requests += other.global_repeats[i].requests;
        global_repeats[i].sectors += other.global_repeats[i].sectors;
        shared_repeats[i] += other.shared_repeats[i];
    }
    local_load_requests += other.local_load_requests;
    local_store_requests += other.local_store_requests;
    branches += other.branches;
    divergent_branches += other.divergent_branches;
    barriers += other.barriers;
    warp_shuffles += other.warp_shuffles;
    warp_votes += other.warp_votes;
    global_load_threads += other.global_load_threads;
    global_load_bytes += other.global_load_bytes;
    shared_load_bytes += other.shared_load_bytes;
    thread_local_bytes = std::max(thread_local_bytes, other.thread_local_bytes);
    warps += other.warps;
    threads += other.threads;
    return *this;
}

std::map<std::string, double> LaunchCounters::named() const {
    std::map<std::string, double> out;
    const auto put = [&](const std::string& name, std::uint64_t value) { out[name] = static_cast<double>(value); };
    const char* const global_names[] = {"load", "store", "reduction", "atomic"};
    for (int i = 0; i < 4; ++i) {
        const std::string name = std::string("global_") + global_names[i];
        put(name + "_requests", global[i].requests);
        put(name + "_sectors", global[i].sectors);
    }
    const char* const shared_names[] = {"load", "store", "atomic"};
    for (int i = 0; i < 3; ++i) {
        const std::string name = std::string("shared_") + shared_names[i];
        put(name + "_instructions", shared[i].instructions);
        put(name + "_wavefronts", shared[i].wavefronts);
        put(name + "_bank_conflicts", shared[i].bank_conflicts);
    }
    // Only a full trace looks for them: where there is none, nothing is said of them.
    const auto put_some = [&](const std::string& name, std::uint64_t value) {
        if (value > 0) put(name, value);
    };
    for (int i = 0; i < 2; ++i) {
        put_some(std::string("global_") + global_names[i] + "_repeats", global_repeats[i].requests);
        put_some(std::string("global_") + global_names[i] + "_repeat_sectors", global_repeats[i].sectors);
        put_some(std::string("shared_") + shared_names[i] + "_repeats", shared_repeats[i]);
    }
    put_some("global_load_threads", global_load_threads);
    put_some("global_load_bytes", global_load_bytes);
    put_some("shared_load_bytes", shared_load_bytes);
    put("local_load_requests", local_load_requests);
    put("local_store_requests", local_store_requests);
    put("branches", branches);
    put("divergent_branches", divergent_branches);
    put("barriers", barriers);
    put("warp_shuffles", warp_shuffles);
    put("warp_votes", warp_votes);
    put("thread_local_bytes", thread_local_bytes);
    put("warps", warps);
    put("threads", threads);
    return out;
}

}  // namespace warpwise::simt
