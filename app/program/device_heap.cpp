#include "program/device_heap.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace warpwise {
namespace {

// Between the emulator's __device__ variables and what Linux gives to a process: the host has nothing there.
constexpr std::uint64_t kDeviceFirst = 0x0100'0000'0000;  // 1 TiB
constexpr std::uint64_t kSharedFirst = 0x2000'0000'0000;  // 32 TiB: mapped, but apart from the program's own memory
constexpr std::uint64_t kSharedEnd = 0x3000'0000'0000;
constexpr std::size_t kPage = 4096;

// What a wrong 32-bit index of floats reaches lies between the first blocks; a program with thousands of blocks gets less room.
std::uint64_t gap_after(std::size_t given_out) { return given_out < 512 ? std::uint64_t{16} << 30 : std::uint64_t{64} << 20; }

constexpr std::size_t kLarge = std::size_t{4} << 20;  // in pages of 2 MB: the first touch of 4 KB pages costs more than their work

std::uint64_t round_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

}  // namespace

DeviceHeap::DeviceHeap() : next_device_(kDeviceFirst), next_shared_(kSharedFirst) {
    const auto pages = static_cast<std::size_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
    total_bytes_ = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 4 * 3;
}

DeviceHeap::~DeviceHeap() = default;  // the process ends with it

bool DeviceHeap::is_device_address(std::uint64_t address) { return address >= kDeviceFirst && address < kSharedFirst; }

HeapBlock* DeviceHeap::allocate(MemoryKind kind, std::size_t bytes, CodePlace place, std::string call) {
    if (bytes > total_bytes_ || device_bytes_ > total_bytes_ - bytes) return nullptr;
    HeapBlock block;
    block.bytes = bytes;
    block.kind = kind;
    block.place = std::move(place);
    block.call = std::move(call);
    block.mapped_bytes = round_up(std::max<std::size_t>(bytes, 1), kPage);
    void* wanted = nullptr;
    if (kind != MemoryKind::device) {
        if (next_shared_ + block.mapped_bytes > kSharedEnd) return nullptr;
        wanted = reinterpret_cast<void*>(next_shared_);
    }
    // Pages that are never touched cost nothing.
    void* mapped = mmap(wanted, block.mapped_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (wanted ? MAP_FIXED_NOREPLACE : 0), -1, 0);
    if (mapped == MAP_FAILED) return nullptr;
    if (block.mapped_bytes >= kLarge) madvise(mapped, block.mapped_bytes, MADV_HUGEPAGE);
    block.host = static_cast<std::byte*>(mapped);
    block.version = ++versions_;
    const auto again = given_again_.find(bytes);
    if (kind == MemoryKind::device && again != given_again_.end() && !again->second.empty()) {
        block.address = again->second.back();
        again->second.pop_back();
    } else if (kind == MemoryKind::device) {
        block.address = next_device_;
        next_device_ = round_up(next_device_ + bytes + gap_after(given_out_), 512);
    } else {
        block.address = next_shared_;
        next_shared_ = round_up(next_shared_ + block.mapped_bytes + (std::uint64_t{1} << 30), kPage);
    }
    ++given_out_;
    device_bytes_ += bytes;
    return &blocks_.emplace(block.address, std::move(block)).first->second;
}

HeapBlock* DeviceHeap::register_host(void* pointer, std::size_t bytes, CodePlace place) {
    HeapBlock block;
    block.address = reinterpret_cast<std::uint64_t>(pointer);
    block.bytes = bytes;
    block.kind = MemoryKind::pinned;
    block.host = static_cast<std::byte*>(pointer);
    block.place = std::move(place);
    block.call = "cudaHostRegister";
    block.is_registered = true;
    const auto [found, is_new] = blocks_.emplace(block.address, std::move(block));
    return is_new ? &found->second : nullptr;
}

void DeviceHeap::release(std::uint64_t address, Address then) {
    const auto found = blocks_.find(address);
    if (found == blocks_.end()) return;
    if (!found->second.is_registered) {
        munmap(found->second.host, found->second.mapped_bytes);
        device_bytes_ -= found->second.bytes;
    }
    if (then == Address::is_given_again) given_again_[found->second.bytes].push_back(address);
    blocks_.erase(found);
}

HeapBlock* DeviceHeap::at(std::uint64_t start) {
    const auto found = blocks_.find(start);
    return found == blocks_.end() ? nullptr : &found->second;
}

HeapBlock* DeviceHeap::holding(std::uint64_t address) {
    auto after = blocks_.upper_bound(address);
    if (after == blocks_.begin()) return nullptr;
    HeapBlock& block = std::prev(after)->second;
    return block.holds(address, 1) || address == block.address ? &block : nullptr;
}

HeapBlock* DeviceHeap::near(std::uint64_t address) {
    auto after = blocks_.upper_bound(address);
    if (after == blocks_.begin()) return nullptr;
    HeapBlock& block = std::prev(after)->second;
    return address - block.address <= block.bytes + (std::uint64_t{16} << 20) ? &block : nullptr;
}

const DeviceHeap::Freed* DeviceHeap::freed_at(std::uint64_t address) const {
    auto after = freed_.upper_bound(address);
    if (after == freed_.begin()) return nullptr;
    const auto& [start, freed] = *std::prev(after);
    return address - start < std::max<std::size_t>(freed.bytes, 1) ? &freed : nullptr;
}

void DeviceHeap::note_freed(const HeapBlock& block, CodePlace where) {
    freed_[block.address] = {block.bytes, block.place, std::move(where), block.name};
}

void DeviceHeap::put_in_flight(HeapBlock& block) {
    if (block.kind == MemoryKind::device || block.is_registered) return;
    block.in_flight = any_in_flight_ = true;
    mprotect(block.host, block.mapped_bytes, PROT_NONE);
}

void DeviceHeap::release_flight() {
    if (!any_in_flight_) return;
    for (auto& [address, block] : blocks_) {
        if (!block.in_flight) continue;
        mprotect(block.host, block.mapped_bytes, PROT_READ | PROT_WRITE);
        block.in_flight = false;
    }
    any_in_flight_ = false;
}

}  // namespace warpwise
