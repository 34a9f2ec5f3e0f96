#include "simt/execute/execute_pass_over.h"

#include <algorithm>

#include "base/emulated_gpu.h"
#include "simt/execute/execute_objects.h"

namespace warpwise::simt {
namespace {

constexpr std::size_t kMostPassedOver = 64;                      // that are told of a launch
constexpr std::uint64_t kMappedAround = std::uint64_t{2} << 20;  // an allocation is a part of such a page
constexpr std::uint64_t kMostShared = kEmulatedGpu.launch.shared_bytes_per_block;
constexpr std::uint64_t kSystemShared = kEmulatedGpu.reserved_shared_bytes_per_block;  // lies before the block's own
constexpr std::uint64_t kMostConstant = kEmulatedGpu.constant_bytes;

// The memory that an address lies in or beside. Offsets before its start wrap around.
struct Stretch {
    std::uint64_t offset = 0;  // of the address
    std::uint64_t size = 0;    // that the emulator has
    std::byte* host = nullptr;
};

// Shared and constant addresses of the hardware have 32 bits.
std::uint64_t narrow_offset(std::uint64_t address) {
    return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(address))});
}

Stretch stretch_at(const BlockRun& run, std::uint64_t address) {
    switch (space_of(address)) {
        case Space::shared: return {narrow_offset(address), run.plan.shared_bytes, run.shared};
        case Space::constant: return {narrow_offset(address), run.plan.constant_size, run.plan.constant_bytes};
        case Space::global: {
            const Allocation* near = run.plan.memory.nearest(address);
            return near ? Stretch{address - near->base, near->room, near->host} : Stretch{};
        }
        default: return {};
    }
}

// [offset, offset + bytes) lies in [-before, end).
bool within(std::uint64_t offset, std::uint64_t bytes, std::uint64_t before, std::uint64_t end) {
    return bytes <= before + end && offset + before <= before + end - bytes;
}

}  // namespace

bool pass_over(BlockRun& run, const Instruction& in, Fault fault) {
    if (!is_passed_over(run, in)) run.passed_over.push_back({&in, run.position, run.passed_over.size(), std::move(fault)});
    return true;
}

bool was_passed_over(const BlockRun& run, const Instruction& in) {
    return run.passed_over.size() >= kMostPassedOver ||
           std::ranges::find(run.passed_over, &in, &PassedOver::instruction) != run.passed_over.end();
}

bool reaches_mapped(const BlockRun& run, std::uint64_t address, std::uint64_t bytes, bool is_store) {
    const Stretch there = stretch_at(run, address);
    switch (space_of(address)) {
        case Space::global: {
            const Allocation* near = run.plan.memory.nearest(address);
            return near && within(there.offset, bytes, kMappedAround, near->size + kMappedAround);
        }
        case Space::shared: return there.size > 0 && within(there.offset, bytes, kSystemShared, kMostShared);
        case Space::constant: return !is_store && within(there.offset, bytes, 0, kMostConstant);
        case Space::local: return within(window_offset(address), bytes, 0, kLocalBytesOfThread);
        case Space::none: break;
    }
    return false;
}

void read_mapped(const BlockRun& run, std::uint64_t address, std::byte* out, std::uint64_t bytes) {
    const Stretch from = stretch_at(run, address);
    for (std::uint64_t i = 0; i < bytes; ++i) out[i] = from.offset + i < from.size ? from.host[from.offset + i] : std::byte{};
}

void write_mapped(BlockRun& run, std::uint64_t address, const std::byte* data, std::uint64_t bytes) {
    const Stretch to = stretch_at(run, address);
    const bool marks = space_of(address) == Space::shared && run.plan.options.trace == TraceLevel::full;
    for (std::uint64_t i = 0; i < bytes; ++i) {
        const std::uint64_t at = to.offset + i;
        if (at >= to.size) continue;
        to.host[at] = data[i];
        if (marks) run.shared_init[at] = 1;
        run.cycle.reset();  // it does not see this write, and must not take the block for one that is as it was
    }
}

}  // namespace warpwise::simt
