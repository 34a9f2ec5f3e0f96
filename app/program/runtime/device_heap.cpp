#include "program/runtime/device_heap.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace warpwise {
namespace {

// Between the emulator's __device__ variables and what Linux gives to a process: the host has nothing there.
constexpr std::uint64_t kDeviceFirst = 0x0100'0000'0000;  // 1 TiB
constexpr std::uint64_t kSharedFirst = 0x2000'0000'0000;  // 32 TiB: mapped, but apart from the program's own memory
constexpr std::uint64_t kSharedEnd = 0x3000'0000'0000;
constexpr std::uint64_t kHostEnd = std::uint64_t{1} << 47;  // no process has memory there, and some variables lie above
constexpr std::size_t kPage = 4096;

constexpr std::size_t kLarge = std::size_t{4} << 20;  // in pages of 2 MB: the first touch of 4 KB pages costs more than their work

std::uint64_t round_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

}  // namespace

DeviceHeap::DeviceHeap()
    : device_addresses_(kDeviceFirst, kSharedFirst, 512, {512, std::uint64_t{16} << 30, std::uint64_t{64} << 20}),
      shared_addresses_(kSharedFirst, kSharedEnd, kPage, {4096, std::uint64_t{1} << 30, std::uint64_t{64} << 20}) {
    const auto pages = static_cast<std::size_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
    total_bytes_ = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 4 * 3;
}

DeviceHeap::~DeviceHeap() = default;  // the process ends with it

bool DeviceHeap::is_device_address(std::uint64_t address) { return address >= kDeviceFirst && address < kSharedFirst; }
bool DeviceHeap::may_be_variable(std::uint64_t address) { return address < kDeviceFirst || address >= kHostEnd; }
bool DeviceHeap::is_shared_address(std::uint64_t address) { return address >= kSharedFirst && address < kSharedEnd; }

HeapBlock* DeviceHeap::allocate(MemoryKind kind, std::size_t bytes, CodePlace place, std::string call, int gpu) {
    std::size_t& used = device_bytes_[static_cast<std::size_t>(gpu)];
    if (bytes > total_bytes_ || used > total_bytes_ - bytes) return nullptr;
    HeapBlock block;
    block.bytes = bytes;
    block.kind = kind;
    block.gpu = gpu;
    block.place = std::move(place);
    block.call = std::move(call);
    block.mapped_bytes = round_up(std::max<std::size_t>(bytes, 1), kPage);
    const auto again = given_again_.find(bytes);
    if (kind == MemoryKind::device && again != given_again_.end() && !again->second.empty()) {
        block.address = again->second.back();
        again->second.pop_back();
    } else {
        const auto address =
            kind == MemoryKind::device ? device_addresses_.take(bytes) : shared_addresses_.take(block.mapped_bytes);
        if (!address) return nullptr;
        block.address = *address;
    }
    void* wanted = kind == MemoryKind::device ? nullptr : reinterpret_cast<void*>(block.address);
    // Pages that are never touched cost nothing.
    void* mapped = mmap(wanted, block.mapped_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (wanted ? MAP_FIXED_NOREPLACE : 0), -1, 0);
    if (mapped == MAP_FAILED) {
        (kind == MemoryKind::device ? device_addresses_ : shared_addresses_).give_back(block.address);
        return nullptr;
    }
    if (block.mapped_bytes >= kLarge) madvise(mapped, block.mapped_bytes, MADV_HUGEPAGE);
    block.host = static_cast<std::byte*>(mapped);
    block.version = ++versions_;
    freed_.erase(block.address);  // an address that is given again belongs to what lies there now
    used += bytes;
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
    const HeapBlock& block = found->second;
    flying_.erase(address);
    if (!block.is_registered) {
        munmap(block.host, block.mapped_bytes);
        device_bytes_[static_cast<std::size_t>(block.gpu)] -= block.bytes;
        if (then == Address::is_given_again) {
            given_again_[block.bytes].push_back(address);
        } else {
            (block.kind == MemoryKind::device ? device_addresses_ : shared_addresses_).give_back(address);
        }
    }
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
    const std::uint64_t number = ++freed_so_far_;
    freed_[block.address] = {block.bytes, block.place, std::move(where), block.name, number};
    freed_order_.emplace_back(block.address, number);
    if (freed_order_.size() <= kMostFreed) return;
    const auto [address, oldest] = freed_order_.front();
    freed_order_.pop_front();
    if (const auto found = freed_.find(address); found != freed_.end() && found->second.number == oldest) freed_.erase(found);
}

// What the host may do with all of a block.
int DeviceHeap::protection_of(const HeapBlock& block) {
    const bool is_only_read = std::ranges::all_of(block.in_flight, &HeapBlock::InFlight::is_read);
    return block.in_flight.empty() ? PROT_READ | PROT_WRITE : is_only_read ? PROT_READ : PROT_NONE;
}

void DeviceHeap::put_in_flight(HeapBlock& block, StreamOrder::Work work, const ByteRows& rows, bool is_read) {
    if (block.kind == MemoryKind::device || block.is_registered) return;
    const auto is_of_stream = [&](const HeapBlock::InFlight& each) {
        return each.work.stream == work.stream && each.is_read == is_read;
    };
    std::erase_if(block.in_flight, [&](const auto& each) { return is_of_stream(each) && rows.covers(each.rows); });
    block.in_flight.push_back({work, rows, is_read});
    if (block.in_flight.size() > HeapBlock::kMostInFlight) {
        std::uint64_t first = rows.first, end = rows.end();
        for (const auto& each : block.in_flight) {
            if (!is_of_stream(each)) continue;
            first = std::min(first, each.rows.first);
            end = std::max(end, each.rows.end());
        }
        std::erase_if(block.in_flight, is_of_stream);
        block.in_flight.push_back({work, ByteRows::range(first, end), is_read});
    }
    const bool is_new = flying_.insert(block.address).second;
    if (opened_ == 0 && (is_new || !is_read)) mprotect(block.host, block.mapped_bytes, protection_of(block));
}

void DeviceHeap::land(HeapBlock& block) {
    block.in_flight.clear();
    if (flying_.erase(block.address) > 0) mprotect(block.host, block.mapped_bytes, PROT_READ | PROT_WRITE);
}

void DeviceHeap::open_page(HeapBlock& block, std::uint64_t address) {
    const std::size_t page = (address - block.address) / kPage * kPage;
    if (page < block.mapped_bytes) mprotect(block.host + page, kPage, PROT_READ | PROT_WRITE);
}

void DeviceHeap::land_done(const StreamOrder& order) {
    std::vector<HeapBlock*> landed;
    for (const std::uint64_t address : flying_) {
        HeapBlock& block = blocks_.at(address);
        std::erase_if(block.in_flight, [&](const auto& each) { return order.is_done(each.work); });
        if (block.in_flight.empty()) landed.push_back(&block);
    }
    for (HeapBlock* block : landed) land(*block);
}

void DeviceHeap::open(bool is_open) {
    const bool changes = is_open ? opened_++ == 0 : --opened_ == 0;
    if (!changes) return;
    for (const std::uint64_t address : flying_) {
        const HeapBlock& block = blocks_.at(address);
        mprotect(block.host, block.mapped_bytes, is_open ? PROT_READ | PROT_WRITE : protection_of(block));
    }
}

}  // namespace warpwise
