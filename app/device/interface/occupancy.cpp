#include "device/interface/occupancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/emulated_gpu.h"

namespace warpwise {
namespace {

constexpr std::size_t kKiB = 1024;
constexpr int kRegisterGranularity = 256;  // registers are given to whole warps, so many at a time
constexpr int kLanes = static_cast<int>(kWarpSize);

constexpr std::array<int, 6> kVolta{0, 8, 16, 32, 64, 96};
constexpr std::array<int, 2> kTuring{32, 64};
constexpr std::array<int, 6> kUpTo100{0, 8, 16, 32, 64, 100};
constexpr std::array<int, 8> kUpTo164{0, 8, 16, 32, 64, 100, 132, 164};
constexpr std::array<int, 10> kUpTo228{0, 8, 16, 32, 64, 100, 132, 164, 196, 228};

constexpr SmLimits sm(int major, int minor, const char* architecture, int threads, int blocks, std::span<const int> carve_outs) {
    const std::size_t shared = static_cast<std::size_t>(carve_outs.back()) * kKiB;
    const std::size_t reserved = major >= 8 ? kKiB : 0;
    return {.major = major,
            .minor = minor,
            .architecture = architecture,
            .threads = threads,
            .blocks = blocks,
            .shared_bytes = shared,
            .shared_bytes_per_block = shared - reserved,
            .reserved_shared_bytes = reserved,
            .shared_granularity = major >= 8 ? 128u : 256u,
            .carve_outs_kib = carve_outs};
}

constexpr std::array<SmLimits, 13> kKnown{
    {sm(7, 0, "Volta", 2048, 32, kVolta), sm(7, 2, "Volta, Xavier", 2048, 32, kVolta), sm(7, 5, "Turing", 1024, 16, kTuring),
     sm(8, 0, "Ampere, A100", 2048, 32, kUpTo164), sm(8, 6, "Ampere", 1536, 16, kUpTo100),
     sm(8, 7, "Ampere, Orin", 1536, 16, kUpTo164), sm(8, 9, "Ada", 1536, 24, kUpTo100), sm(9, 0, "Hopper", 2048, 32, kUpTo228),
     sm(10, 0, "Blackwell, B200", 2048, 32, kUpTo228), sm(10, 3, "Blackwell, B300", 2048, 32, kUpTo228),
     sm(11, 0, "Blackwell, Thor", 1536, 24, kUpTo228), sm(12, 0, "Blackwell", 1536, 24, kUpTo100),
     sm(12, 1, "Blackwell, GB10", 1536, 24, kUpTo100)}};

constexpr const SmLimits& row_of(const EmulatedGpu& gpu) {
    for (const SmLimits& sm : kKnown)
        if (sm.major == gpu.major && sm.minor == gpu.minor) return sm;
    throw "the emulated GPU's compute capability is not in the table";
}

// The table says what a compute capability has, and the emulated GPU has just that.
constexpr bool agrees_with(const SmLimits& sm, const EmulatedGpu& gpu) {
    return sm.threads == gpu.threads_per_multiprocessor && sm.blocks == gpu.blocks_per_multiprocessor &&
           sm.registers == gpu.registers_per_multiprocessor && sm.shared_bytes == gpu.shared_bytes_per_multiprocessor &&
           sm.shared_bytes_per_block == gpu.launch.shared_bytes_per_block &&
           sm.reserved_shared_bytes == gpu.reserved_shared_bytes_per_block;
}
static_assert(agrees_with(row_of(kEmulatedGpu), kEmulatedGpu));

template <typename T>
constexpr T round_up(T value, T step) {
    return (value + step - 1) / step * step;
}

std::string wrong_question(const SmLimits& sm, const OccupancyQuestion& q) {
    if (q.block_threads < 1) return "a block has at least one thread";
    if (q.block_threads > kMostThreadsOfBlock)
        return fmt::format("a block has at most {} threads, and this one has {}", kMostThreadsOfBlock, q.block_threads);
    if (q.registers_per_thread < 0) return "a thread cannot have fewer than 0 registers";
    if (q.registers_per_thread > kMostRegistersOfThread)
        return fmt::format("a thread has at most {} registers", kMostRegistersOfThread);
    const std::size_t shared = q.static_shared_bytes + q.dynamic_shared_bytes;
    // each alone too: their sum may overflow
    if (std::max({q.static_shared_bytes, q.dynamic_shared_bytes, shared}) > sm.shared_bytes_per_block)
        return fmt::format("a block has at most {} KB of shared memory on compute capability {}, and this one needs {:.1f} KB",
                           sm.shared_bytes_per_block / kKiB, sm.name(), static_cast<double>(shared) / kKiB);
    return {};
}

// Registers are given warp by warp out of the four parts of the SM, so what does not fill a warp in one part is lost. A launch
// is checked as if its warps were spread over all four.
int blocks_by_registers(const SmLimits& sm, int registers_per_warp, int warps_per_block) {
    if (registers_per_warp == 0) return sm.blocks;
    if (registers_per_warp * round_up(warps_per_block, kSchedulersOfSm) > sm.registers) return 0;
    return sm.registers / kSchedulersOfSm / registers_per_warp * kSchedulersOfSm / warps_per_block;
}

std::size_t chosen_carve_out(const SmLimits& sm, const OccupancyQuestion& q, const Occupancy& o) {
    const std::size_t room_for_one = o.shared_bytes_per_block;
    if (!q.carve_out_bytes) {
        const int wanted = std::max(std::min({o.by_threads, o.by_blocks, o.by_registers}), 1);
        return driver_carve_out(sm, std::max(room_for_one, static_cast<std::size_t>(wanted) * room_for_one));
    }
    // the next that the hardware has, and never less than one block needs
    for (const int size : sm.carve_outs_kib)
        if (const auto bytes = static_cast<std::size_t>(size) * kKiB; bytes >= std::max(*q.carve_out_bytes, room_for_one))
            return bytes;
    return sm.shared_bytes;
}

}  // namespace

std::string SmLimits::name() const { return fmt::format("{}.{}", major, minor); }

std::span<const SmLimits> known_sm_limits() { return kKnown; }

Result<const SmLimits*> find_sm_limits(std::string_view text) {
    std::string names;
    for (const SmLimits& sm : kKnown) {
        if (text == sm.name() || text == fmt::format("sm_{}{}", sm.major, sm.minor)) return &sm;
        names += (names.empty() ? "" : " ") + sm.name();
    }
    return std::unexpected(
        Error{ErrorKind::usage, fmt::format("\"{}\" is not a compute capability that is known here", text), "Known: " + names});
}

const SmLimits& emulated_sm_limits() { return row_of(kEmulatedGpu); }

std::string_view name_of(OccupancyLimit limit) {
    switch (limit) {
        case OccupancyLimit::threads: return "threads";
        case OccupancyLimit::blocks: return "blocks";
        case OccupancyLimit::registers: return "registers";
        case OccupancyLimit::shared_memory: break;
    }
    return "shared memory";
}

int Occupancy::by(OccupancyLimit limit) const {
    switch (limit) {
        case OccupancyLimit::threads: return by_threads;
        case OccupancyLimit::blocks: return by_blocks;
        case OccupancyLimit::registers: return by_registers;
        case OccupancyLimit::shared_memory: break;
    }
    return by_shared_memory;
}

bool Occupancy::binds(OccupancyLimit limit) const { return std::ranges::find(limits, limit) != limits.end(); }

std::size_t driver_carve_out(const SmLimits& sm, std::size_t needed) {
    // What an H200 with driver 580 was seen to take: 8 and 16 KB -> 32, 40 to 48 -> 100, 80 -> 132, 144 -> 164, 272 -> 228.
    // Between those the same steps are assumed. The number of blocks does not hang on it: the choice is always enough, or all.
    struct Step {
        std::size_t needed_kib, carve_out_kib;
    };
    constexpr std::array<Step, 5> hopper{{{32, 32}, {64, 100}, {132, 132}, {164, 164}, {196, 196}}};
    if (sm.major == 9) {
        for (const Step& step : hopper)
            if (needed <= step.needed_kib * kKiB) return step.carve_out_kib * kKiB;
        return sm.shared_bytes;
    }
    for (const int size : sm.carve_outs_kib)
        if (const auto bytes = static_cast<std::size_t>(size) * kKiB; bytes >= needed) return bytes;
    return sm.shared_bytes;
}

Occupancy occupancy_of(const SmLimits& sm, const OccupancyQuestion& q) {
    Occupancy o;
    o.most_warps = sm.warps();
    o.impossible = wrong_question(sm, q);
    if (!o.impossible.empty()) return o;
    o.warps_per_block = round_up(q.block_threads, kLanes) / kLanes;
    const int registers_per_warp = round_up(q.registers_per_thread * kLanes, kRegisterGranularity);
    o.registers_per_block = registers_per_warp * o.warps_per_block;
    o.shared_bytes_per_block =
        round_up(q.static_shared_bytes + q.dynamic_shared_bytes + sm.reserved_shared_bytes, sm.shared_granularity);

    o.by_threads = sm.warps() / o.warps_per_block;
    o.by_blocks = sm.blocks;
    o.by_registers = blocks_by_registers(sm, registers_per_warp, o.warps_per_block);
    o.carve_out_bytes = chosen_carve_out(sm, q, o);
    o.by_shared_memory = o.shared_bytes_per_block > 0 ? static_cast<int>(o.carve_out_bytes / o.shared_bytes_per_block) : sm.blocks;

    o.active_blocks = std::min({o.by_threads, o.by_blocks, o.by_registers, o.by_shared_memory});
    o.active_warps = o.active_blocks * o.warps_per_block;
    o.fraction = static_cast<double>(o.active_warps) / o.most_warps;
    for (const auto limit : {OccupancyLimit::threads, OccupancyLimit::blocks, OccupancyLimit::registers})
        if (o.by(limit) == o.active_blocks) o.limits.push_back(limit);
    // a driver that is free to choose would set more aside, so only the most that there is can bind
    const std::size_t most_shared = q.carve_out_bytes ? o.carve_out_bytes : sm.shared_bytes;
    if (o.shared_bytes_per_block > 0 && static_cast<int>(most_shared / o.shared_bytes_per_block) == o.active_blocks)
        o.limits.push_back(OccupancyLimit::shared_memory);
    if (o.by_registers == 0)
        o.impossible = fmt::format("a block's {} registers are more than the {} of the SM",
                                   registers_per_warp * round_up(o.warps_per_block, kSchedulersOfSm), sm.registers);
    return o;
}

}  // namespace warpwise
