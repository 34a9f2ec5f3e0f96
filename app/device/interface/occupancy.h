// How many blocks of a kernel live on one multiprocessor (SM) at a time, and what stops more: arithmetic over a table, for any
// compute capability from 7.0 to 12.1, with no GPU and no CUDA.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/launch_limits.h"

namespace warpwise {

// What one SM has. From the CUDA C++ programming guide's table of technical specifications and the toolkit's cuda_occupancy.h.
struct SmLimits {
    int major = 0, minor = 0;
    const char* architecture = "";  // "Hopper"
    int threads = 0;                // resident at a time; 32 a warp
    int blocks = 0;
    int registers = 65536;  // 32 bits each
    std::size_t shared_bytes = 0;
    std::size_t shared_bytes_per_block = 0;  // with the opt-in above 48 KB that CUDA asks for
    std::size_t reserved_shared_bytes = 0;   // of every block, by the driver
    std::size_t shared_granularity = 0;      // what a block takes is rounded up to it
    std::span<const int> carve_outs_kib;     // how much of the SM's memory can be shared memory, the rest being L1 cache

    std::string name() const;  // "9.0"
    int warps() const { return threads / 32; }
};

inline constexpr int kSchedulersOfSm = 4;  // an SM's warps and registers lie in four equal parts, each with a scheduler
inline constexpr int kMostThreadsOfBlock = LaunchLimits{}.threads_per_block;
inline constexpr int kMostRegistersOfThread = 255;

std::span<const SmLimits> known_sm_limits();  // 7.0 first
// "9.0" or "sm_90"; an Error of kind usage names those that are known.
Result<const SmLimits*> find_sm_limits(std::string_view compute_capability);
const SmLimits& emulated_sm_limits();  // of the GPU that the emulator stands for (base/emulated_gpu.h)

struct OccupancyQuestion {
    int block_threads = 256;
    int registers_per_thread = 32;
    std::size_t static_shared_bytes = 0, dynamic_shared_bytes = 0;
    std::optional<std::size_t> carve_out_bytes = std::nullopt;  // nothing: the driver chooses
};

enum class OccupancyLimit { threads, blocks, registers, shared_memory };
std::string_view name_of(OccupancyLimit);  // "threads", "blocks", "registers", "shared memory"

struct Occupancy {
    // Blocks that each resource alone has room for.
    int by_threads = 0, by_blocks = 0, by_registers = 0, by_shared_memory = 0;
    int active_blocks = 0, active_warps = 0, most_warps = 0;
    double fraction = 0;                 // active warps of those that the SM has places for: the occupancy
    std::vector<OccupancyLimit> limits;  // those that bind: with more of each of them, more blocks would fit
    // What a block takes of the SM, after rounding.
    int warps_per_block = 0, registers_per_block = 0;
    std::size_t shared_bytes_per_block = 0;
    std::size_t carve_out_bytes = 0;
    std::string impossible;  // why no block fits; empty when one does
    int by(OccupancyLimit) const;
    bool binds(OccupancyLimit) const;
};

// Wrong numbers (a block of no threads) give no block and the reason in `impossible`.
Occupancy occupancy_of(const SmLimits&, const OccupancyQuestion&);

// The shared memory that the driver sets aside when all blocks on the SM want `needed` bytes: enough for them where the SM has it.
// Measured on an H200; elsewhere the smallest that is enough.
std::size_t driver_carve_out(const SmLimits&, std::size_t needed);

}  // namespace warpwise
