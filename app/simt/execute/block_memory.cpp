#include "simt/execute/block_memory.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

namespace warpwise::simt {
namespace {

constexpr std::size_t kMostWarpBytes = std::size_t{256} << 10;  // of a warp that is kept
constexpr std::size_t kMostKeptBytes = std::size_t{64} << 20;

std::size_t bytes_of(const Warp& warp) {
    return sizeof warp + std::max(warp.register_peak, warp.register_top) + warp.local.capacity() + warp.local_init.capacity();
}

std::size_t bytes_of(const BlockMemory& memory) {
    std::size_t sum = memory.shared_storage.capacity() + memory.shared_init.capacity() +
                      memory.shared_parties.capacity() * sizeof(std::uint64_t) +
                      memory.shared_pieces.capacity() * sizeof(RacePiece);
    for (const Warp& warp : memory.warps) sum += bytes_of(warp);
    for (const auto& ranges : memory.spare_ranges) sum += ranges.capacity() * sizeof(CachedRange);
    return sum;
}

}  // namespace

void BlockMemory::fill_ranges(std::vector<CachedRange>& made, std::size_t count) {
    if (!spare_ranges.empty()) {
        made = std::move(spare_ranges.back());
        spare_ranges.pop_back();
    }
    made.assign(count, {});
}

BlockMemory BlockPool::take(std::size_t warps) {
    BlockMemory memory;
    {
        const std::lock_guard lock(mutex_);
        if (!blocks_.empty()) {
            memory = std::move(blocks_.back());
            blocks_.pop_back();
            kept_bytes_ -= bytes_of(memory);
        }
        while (memory.warps.size() > warps) {
            kept_bytes_ += bytes_of(memory.warps.back());
            warps_.push_back(std::move(memory.warps.back()));
            memory.warps.pop_back();
        }
        memory.warps.reserve(warps);
        while (memory.warps.size() < warps && !warps_.empty()) {
            kept_bytes_ -= bytes_of(warps_.back());
            memory.warps.push_back(std::move(warps_.back()));
            warps_.pop_back();
        }
        made_ += warps - memory.warps.size();
    }
    while (memory.warps.size() < warps) {
        // Mapped, as calloc writes all of it once it has seen such a size freed: most warps touch a page or two.
        Warp& warp = memory.warps.emplace_back();
        auto* mapped = static_cast<std::byte*>(map_zeros(kRegisterBytes + kFrameShift * kFrameShifts, PageSize::small));
        if (!mapped) throw std::bad_alloc();
        const std::size_t shift = memory.warps.size() % kFrameShifts * kFrameShift;
        warp.registers = {mapped + shift, UnmapRegisters{shift}};
    }
    return memory;
}

void BlockPool::give(BlockMemory memory) {
    std::erase_if(memory.warps, [](const Warp& warp) { return bytes_of(warp) > kMostWarpBytes; });
    for (auto& ranges : memory.ranges)
        if (!ranges.empty()) memory.spare_ranges.push_back(std::move(ranges));
    memory.ranges.clear();
    const std::size_t bytes = bytes_of(memory);
    const std::lock_guard lock(mutex_);
    if (kept_bytes_ + bytes > kMostKeptBytes) return;
    kept_bytes_ += bytes;
    blocks_.push_back(std::move(memory));
}

std::uint64_t BlockPool::warps_made() const {
    const std::lock_guard lock(mutex_);
    return made_;
}

}  // namespace warpwise::simt
