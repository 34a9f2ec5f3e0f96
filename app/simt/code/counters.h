// What a GPU's load/store unit counts for one warp instruction, and the sums over a launch. The rules reproduce Nsight
// Compute's counts on an H200 (docs/counters.md; tests/simt/counters_test.cpp holds them against the measurements).
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <string>

namespace warpwise::simt {

enum class AccessKind : std::uint8_t { load, store, reduction, atomic };  // an atomic whose result is unused is a reduction

// One memory access of one warp instruction: the lanes in `mask` (never none) touch `bytes` bytes at their address.
struct WarpAccess {
    std::uint32_t mask = 0;
    const std::uint64_t* address = nullptr;  // 32 of them
    std::uint32_t bytes = 0;
};

// Distinct aligned 32-byte pieces that the active lanes touch.
std::uint32_t count_sectors(const WarpAccess&);
// Distinct bytes that the active lanes touch.
std::uint32_t count_useful_bytes(const WarpAccess&);
// The p-th lane on an address goes in pass p; the sum of each pass's sectors.
std::uint32_t count_atomic_sectors(const WarpAccess&);

struct SharedCost {
    std::uint32_t wavefronts = 0;
    std::uint32_t bank_conflicts = 0;  // wavefronts beyond one a group of lanes
};
// Shared-memory loads and stores of 1 to 16 bytes; an atomic serves one lane of a bank at a time.
SharedCost shared_load_cost(const WarpAccess&);
SharedCost shared_store_cost(const WarpAccess&);
SharedCost shared_atomic_cost(const WarpAccess&);

struct LaunchCounters {
    struct Global {
        std::uint64_t requests = 0, sectors = 0;
    };
    struct Shared {
        std::uint64_t instructions = 0, wavefronts = 0, bank_conflicts = 0;
    };
    Global global[4];  // by AccessKind
    Shared shared[3];  // load, store, atomic of both kinds
    // Trace full: loads and stores among them that a compiler leaves out (RecentAccesses).
    Global global_repeats[2];
    std::uint64_t shared_repeats[2] = {};
    std::uint64_t local_load_requests = 0, local_store_requests = 0;
    std::uint64_t branches = 0, divergent_branches = 0;  // conditional branches a warp executed; those that split it
    std::uint64_t barriers = 0;                          // block barriers that a warp executed
    std::uint64_t warp_shuffles = 0;                     // of 32 bits, which a warp executed; one of 64 bits counts twice
    std::uint64_t warp_votes = 0;                        // votes, matches and reductions (__reduce_add_sync) that a warp executed
    std::uint64_t global_load_threads = 0;               // Trace full: threads that loaded from global memory
    // Trace full: bytes that threads loaded, without the loads that a compiler leaves out.
    std::uint64_t global_load_bytes = 0, shared_load_bytes = 0;
    std::uint64_t thread_local_bytes = 0;  // the most local memory that a thread had at a time: no sum
    std::uint64_t warps = 0, threads = 0;

    void count_global(AccessKind, const WarpAccess&);
    void count_shared(AccessKind, const WarpAccess&);
    void note_local_bytes(std::uint64_t bytes) { thread_local_bytes = bytes > thread_local_bytes ? bytes : thread_local_bytes; }
    LaunchCounters& operator+=(const LaunchCounters&);
    // With the names of the run record.
    std::map<std::string, double> named() const;
};

}  // namespace warpwise::simt
