#include "simt/memory/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "simt/code/bytecode.h"

namespace warpwise::simt {
namespace {

constexpr std::uint64_t kFirstBase = kGlobalBase;
constexpr std::uint64_t kRedZoneBytes = std::uint64_t{32} << 30;  // 2^31 elements of 16 bytes
constexpr std::uint64_t kAlignment = 256;                         // as cudaMalloc's

std::uint64_t round_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

}  // namespace

void Memory::Free::operator()(std::byte* p) const { std::free(p); }

void Allocation::note(MemoryUse more) const {
    const std::atomic_ref<MemoryUse> all(use);
    for (MemoryUse now = all.load(std::memory_order_relaxed);;) {
        const auto both = static_cast<MemoryUse>(static_cast<int>(now) | static_cast<int>(more));
        if (both == now || all.compare_exchange_weak(now, both, std::memory_order_relaxed)) return;
    }
}

Result<std::uint64_t> Memory::add(Allocation allocation) {
    if (allocation.size > budget_bytes_ || used_bytes_ > budget_bytes_ - allocation.size) {
        return failure(fmt::format("the array '{}' needs {} bytes of device memory; {} of the budget of {} bytes are in use",
                                   allocation.name, allocation.size, used_bytes_, budget_bytes_),
                       "Use smaller arrays, or raise the memory budget.");
    }
    if (next_base_ == 0) next_base_ = kFirstBase;
    if (allocation.base == 0) {
        allocation.base = next_base_;
        next_base_ = round_up(next_base_ + allocation.size + kRedZoneBytes, kAlignment);
    }
    used_bytes_ += allocation.size;
    allocation.room = std::max(allocation.room, allocation.size);
    const std::uint64_t base = allocation.base;
    allocations_.insert(std::ranges::upper_bound(allocations_, base, {}, &Allocation::base), std::move(allocation));
    return base;
}

Result<std::uint64_t> Memory::allocate(std::string name, std::uint64_t bytes, std::size_t element_bytes, std::size_t argument) {
    if (bytes > budget_bytes_) return add({.size = bytes, .name = std::move(name)});  // the budget's error
    const auto host = host_memory(name, bytes);
    if (!host) return std::unexpected(host.error());
    return add({.size = bytes, .host = *host, .name = std::move(name), .element_bytes = element_bytes, .argument = argument});
}

Result<void> Memory::allocate_at(std::uint64_t base, std::string name, std::uint64_t bytes, std::size_t element_bytes) {
    const auto host = bytes > budget_bytes_ ? Result<std::byte*>(nullptr) : host_memory(name, bytes);
    if (!host) return std::unexpected(host.error());
    const auto added = add({.base = base, .size = bytes, .host = *host, .name = std::move(name), .element_bytes = element_bytes});
    if (!added) return std::unexpected(added.error());
    return {};
}

// calloc of a large block is fresh pages: they cost nothing until touched
Result<std::byte*> Memory::host_memory(const std::string& name, std::uint64_t bytes) {
    std::unique_ptr<std::byte, Free> host(static_cast<std::byte*>(std::calloc(std::max<std::uint64_t>(bytes, 1) + kAlignment, 1)));
    if (!host)
        return failure(fmt::format("the host does not have {} bytes of memory for '{}'", bytes, name), "Use smaller arrays.");
    const auto start = reinterpret_cast<std::uintptr_t>(host.get());
    owned_.push_back(std::move(host));
    return owned_.back().get() + (round_up(start, kAlignment) - start);
}

Result<std::uint64_t> Memory::attach(std::string name, std::span<std::byte> bytes, std::size_t element_bytes,
                                     std::size_t argument) {
    return add({.size = bytes.size(),
                .host = bytes.data(),
                .name = std::move(name),
                .element_bytes = element_bytes,
                .argument = argument});
}

Result<void> Memory::attach_at(std::uint64_t base, std::string name, std::span<std::byte> bytes, std::size_t element_bytes,
                               std::size_t argument, std::uint64_t room) {
    const auto added = add({.base = base,
                            .size = bytes.size(),
                            .room = room,
                            .host = bytes.data(),
                            .name = std::move(name),
                            .element_bytes = element_bytes,
                            .argument = argument});
    if (!added) return std::unexpected(added.error());
    return {};
}

void Memory::set_unset(std::uint64_t base, std::size_t from) {
    const auto found = std::ranges::lower_bound(allocations_, base, {}, &Allocation::base);
    if (found != allocations_.end() && found->base == base) {
        found->unset = true;
        found->unset_from = from;
    }
}

const Allocation* Memory::nearest(std::uint64_t address) const {
    const auto after = std::ranges::upper_bound(allocations_, address, {}, &Allocation::base);
    const Allocation* before = after == allocations_.begin() ? nullptr : &*std::prev(after);
    if (before && before->holds(address, 1)) return before;
    const std::uint64_t past = before ? address - (before->base + before->size) : ~std::uint64_t{0};
    const std::uint64_t ahead = after == allocations_.end() ? ~std::uint64_t{0} : after->base - address;
    if (std::min(past, ahead) > kRedZoneBytes) return nullptr;
    return past <= ahead ? before : &*after;
}

const Allocation* Memory::find(std::uint64_t address, std::uint64_t bytes) const {
    const auto after = std::ranges::upper_bound(allocations_, address, {}, &Allocation::base);
    if (after == allocations_.begin()) return nullptr;
    const Allocation& candidate = *std::prev(after);
    return candidate.holds(address, bytes) ? &candidate : nullptr;
}

std::byte* Memory::host(std::uint64_t address, std::uint64_t bytes) const {
    const Allocation* allocation = find(address, bytes);
    return allocation ? allocation->host + allocation->offset_of(address) : nullptr;
}

}  // namespace warpwise::simt
