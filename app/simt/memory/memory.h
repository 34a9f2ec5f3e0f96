// Device memory of the emulator. Every allocation gets a stretch of a 64-bit address space with 32 GiB of nothing on both
// sides: any offset that 32-bit index arithmetic can produce stays beside its own array, so a wrong access is always told by
// the right name. Addresses are the same in every run; the bytes behind them are the host array's own (no copy) or pages that
// the system maps on first touch.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/byte_rows.h"
#include "base/error.h"
#include "simt/code/texture.h"

namespace warpwise::simt {

inline constexpr std::size_t kNoArgument = static_cast<std::size_t>(-1);

// What a launch did with an allocation, as bits.
enum class MemoryUse : std::uint8_t { none = 0, read = 1, written = 2, both = 3 };

struct Allocation {
    std::uint64_t base = 0;         // device address, 256-byte aligned
    std::uint64_t size = 0;         // bytes
    std::uint64_t room = 0;         // bytes that are there: what lies past `size` belongs to no element
    std::byte* host = nullptr;      // base's byte on the host
    std::string name;               // as the kernel's reader knows it
    std::size_t element_bytes = 1;  // what an index counts
    std::size_t argument = kNoArgument;
    bool unset = false;                       // the host did not fill it
    std::size_t unset_from = 0;               // but for the bytes before this one
    mutable MemoryUse use = MemoryUse::none;  // by the launches so far; several host threads may note it
    void note(MemoryUse) const;
    bool holds(std::uint64_t address, std::uint64_t bytes) const {
        return address >= base && bytes <= size && address - base <= size - bytes;
    }
    std::int64_t offset_of(std::uint64_t address) const { return static_cast<std::int64_t>(address - base); }
};

// Bytes that other work may be using while a launch runs. A full trace notes whether the launch touches them.
struct WatchedBytes {
    ByteRows rows;
    bool may_be_read = false;
    bool may_be_updated = false;  // by atomic operations
    mutable std::atomic<bool> was_touched{false};
};

class Memory {
  public:
    explicit Memory(std::uint64_t budget_bytes = std::uint64_t{8} << 30) : budget_bytes_(budget_bytes) {}

    // Zero-filled memory of the device's own. An Error says what was asked for and what the budget leaves.
    Result<std::uint64_t> allocate(std::string name, std::uint64_t bytes, std::size_t element_bytes,
                                   std::size_t argument = kNoArgument);
    // The same at an address that is far from all others.
    Result<void> allocate_at(std::uint64_t base, std::string name, std::uint64_t bytes, std::size_t element_bytes);
    // A host array's bytes as device memory: no copy, so the array must outlive the launch. It counts towards the budget.
    Result<std::uint64_t> attach(std::string name, std::span<std::byte> bytes, std::size_t element_bytes, std::size_t argument);

    // The same at an address of the caller's choice, far from all others. `room`: of the bytes and what may be used behind them.
    Result<void> attach_at(std::uint64_t base, std::string name, std::span<std::byte> bytes, std::size_t element_bytes,
                           std::size_t argument, std::uint64_t room = 0);

    // The array at this address is one that the host did not fill.
    void set_unset(std::uint64_t base, std::size_t from = 0);

    void watch(const ByteRows& rows, bool may_be_read, bool may_be_updated) {
        watched_.emplace_back(rows, may_be_read, may_be_updated);
    }
    const std::deque<WatchedBytes>& watched() const { return watched_; }  // in the order in which they were given

    // The allocation that holds [address, address + bytes), or null.
    const Allocation* find(std::uint64_t address, std::uint64_t bytes) const;
    // The allocation in whose neighbourhood an address lies: what a wrong index was meant for. Null far from all.
    const Allocation* nearest(std::uint64_t address) const;
    // The host's bytes; the caller has checked the range with find().
    std::byte* host(std::uint64_t address, std::uint64_t bytes) const;

    std::span<const Allocation> allocations() const { return allocations_; }
    std::uint64_t budget_bytes() const { return budget_bytes_; }

    // Texture and surface objects over these allocations.
    TextureTable& textures() { return textures_; }
    const TextureTable& textures() const { return textures_; }

  private:
    Result<std::uint64_t> add(Allocation allocation);  // at its base, or where it says none, behind all others
    Result<std::byte*> host_memory(const std::string& name, std::uint64_t bytes);

    std::vector<Allocation> allocations_;  // by base, ascending
    TextureTable textures_;
    std::deque<WatchedBytes> watched_;
    struct Free {
        void operator()(std::byte* p) const;
    };
    std::vector<std::unique_ptr<std::byte, Free>> owned_;
    std::uint64_t budget_bytes_;
    std::uint64_t used_bytes_ = 0;
    std::uint64_t next_base_ = 0;
};

}  // namespace warpwise::simt
