// The memory that a program allocates through CUDA, at addresses that tell what kind it is: device memory lies where the host has
// nothing, so that the CPU faults there; managed and pinned memory has one address for both sides.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/byte_rows.h"
#include "base/error.h"
#include "program/compile/jit.h"
#include "program/runtime/address_range.h"
#include "program/runtime/stream_order.h"

namespace warpwise {

enum class MemoryKind { device, managed, pinned };

struct HeapBlock {
    std::uint64_t address = 0;  // as the program knows it
    std::size_t bytes = 0;
    MemoryKind kind = MemoryKind::device;
    int gpu = 0;                // whose memory it is; of managed and pinned memory: the one that was current
    std::byte* host = nullptr;  // where its bytes are; for managed and pinned memory the address itself
    std::size_t mapped_bytes = 0;
    CodePlace place;                       // of the call that allocated it
    std::string call;                      // "cudaMalloc"
    std::size_t row_bytes = 0, pitch = 0;  // of cudaMallocPitch: what was asked for in a row, and where the next one begins
    std::string name;                      // that a kernel's parameter gave it; empty so far
    bool is_registered = false;            // the program's own memory, pinned by cudaHostRegister
    bool is_written = false;               // by a copy, a memset or a kernel that may have
    bool is_filled = false;                // by a copy or a memset
    bool is_freed_wrongly = false;         // and told so: not a leak besides
    // The bytes before this one are written as far as is known, those from it on are not; only where `has_unset`.
    std::size_t set_until = 0;
    bool has_unset = true;
    CodePlace filled_at;  // the last copy or memset that filled a part of it
    // What launches of `touched_by` have read or written of it, and others behind the launch of `few_threads`, by elements of
    // `touched_bytes`; `touches_are_known` while all of them were checked.
    std::string touched_by;
    std::vector<std::uint8_t> touched;
    std::size_t touched_bytes = 0;
    bool touches_are_known = true;
    // A launch that seems to have had too few threads: told when the host copies back what none has touched.
    struct FewThreads {
        int launch = -1;
        std::string kernel, parameter;
        CodePlace place;
        std::uint64_t threads = 0, elements = 0;
        unsigned block_threads = 0;
    };
    std::optional<FewThreads> few_threads;
    std::uint64_t version = 0;  // another one after each of these
    // Of a block that one launch has written, each thread one element from the first on: how far, and which launch.
    std::size_t prefix_bytes = 0;
    int launches = 0, prefix_launch = -1;
    std::string prefix_kernel;
    CodePlace prefix_place;
    // What work may still write or, as a copy, read: the program has not waited for it.
    struct InFlight {
        StreamOrder::Work work;
        ByteRows rows;
        bool is_read = false;
    };
    std::vector<InFlight> in_flight;
    static constexpr std::size_t kMostInFlight = 64;  // before those of a stream become one range
    bool is_internal = false;                         // storage of a CUDA array: not told as a leak of memory
    bool is_of_kernels = false;                       // what malloc() gives in kernels
    bool is_of_graph = false;  // a graph's node allocates it: it stays, since each launch has it at this address
    bool holds(std::uint64_t at, std::size_t count) const {
        return at >= address && count <= bytes && at - address <= bytes - count;
    }
};

class DeviceHeap {
  public:
    DeviceHeap();
    ~DeviceHeap();

    // Null when the machine's memory does not have it.
    HeapBlock* allocate(MemoryKind, std::size_t bytes, CodePlace, std::string call, int gpu = 0);
    HeapBlock* register_host(void*, std::size_t bytes, CodePlace);
    // `address`: of a block's start. An address that is never given again exposes a use after free. One that is lets a launch match
    // an earlier launch of the same kernel, whose memory was at the same address.
    enum class Address { is_not_given_again, is_given_again };
    void release(std::uint64_t address, Address = Address::is_not_given_again);

    HeapBlock* at(std::uint64_t start);         // the block that starts there
    HeapBlock* holding(std::uint64_t address);  // the block that an address lies in
    // The block that an address just past a block's end was meant for, or one that lies in it; within 16 MiB.
    HeapBlock* near(std::uint64_t address);
    struct Freed {
        std::size_t bytes = 0;
        CodePlace allocated, freed;
        std::string name;
        std::uint64_t number = 0;  // of all that were freed
    };
    // A block that was there once. The first of very many are forgotten.
    const Freed* freed_at(std::uint64_t address) const;
    void note_freed(const HeapBlock&, CodePlace where);
    std::size_t freed_count() const { return freed_.size(); }
    static constexpr std::size_t kMostFreed = 100'000;
    static bool is_device_address(std::uint64_t);
    static bool may_be_variable(std::uint64_t);    // of the device: neither of an allocation nor of the host
    static bool is_shared_address(std::uint64_t);  // of managed and pinned memory

    std::map<std::uint64_t, HeapBlock>& blocks() { return blocks_; }
    void note_written(HeapBlock& block) {
        block.is_written = true;
        block.has_unset = false;
        note_changed(block);
    }
    void note_filled(HeapBlock& block) {
        note_written(block);
        block.is_filled = true;
    }
    // By a copy or a memset of these bytes.
    void note_filled(HeapBlock& block, const ByteRows& rows, const CodePlace& place) {
        const bool has_unset = block.has_unset && rows.is_range() && rows.first >= block.address &&
                               rows.first - block.address <= block.set_until && block.kind == MemoryKind::device;
        const std::size_t until = std::max<std::size_t>(block.set_until, rows.end() - block.address);
        note_filled(block);
        block.has_unset = has_unset && until < block.bytes;
        block.set_until = until;
        block.filled_at = place;
    }
    void note_changed(HeapBlock& block) { block.version = ++versions_; }
    // Anything may have been written.
    void note_all_written() { all_written_ = ++versions_; }
    // The block's bytes are those that they were at the same version; 0: what the CPU writes is not seen, so it is not known.
    std::uint64_t version_of(const HeapBlock& block) const {
        return block.kind == MemoryKind::device ? std::max(block.version, all_written_) : 0;
    }
    // The machine's memory is divided among so many GPUs.
    void set_gpus(int count) { total_bytes_ /= static_cast<std::size_t>(count); }
    std::size_t device_bytes(int gpu = 0) const { return device_bytes_[static_cast<std::size_t>(gpu)]; }
    std::size_t total_bytes() const { return total_bytes_; }  // of each

    // Managed and pinned memory that is in flight faults at the host's touch until the host has waited for the work, or until
    // `land`, after that was reported. The host may read what the work only reads.
    void put_in_flight(HeapBlock&, StreamOrder::Work, const ByteRows&, bool is_read = false);
    void land_done(const StreamOrder&);
    void land(HeapBlock&);
    // The host may use the page of this address, of which nothing that is in flight is touched there.
    void open_page(HeapBlock&, std::uint64_t address);
    bool is_in_flight(const HeapBlock& block) const { return !block.in_flight.empty(); }
    // Whether work in flight forbids the host this access.
    bool is_in_flight(const HeapBlock& block, std::uint64_t address, bool is_write) const {
        return std::ranges::any_of(block.in_flight, [&](const auto& each) {
            return (is_write || !each.is_read) && each.rows.touches(address, address + 1);
        });
    }
    // While one of these lives, the runtime itself reads and writes what is in flight.
    class Opened {
      public:
        explicit Opened(DeviceHeap& heap) : heap_(heap) { heap_.open(true); }
        ~Opened() { heap_.open(false); }
        Opened(const Opened&) = delete;

      private:
        DeviceHeap& heap_;
    };

  private:
    void open(bool is_open);
    static int protection_of(const HeapBlock&);

    std::map<std::uint64_t, HeapBlock> blocks_;
    std::map<std::uint64_t, Freed> freed_;
    std::deque<std::pair<std::uint64_t, std::uint64_t>> freed_order_;  // address and Freed::number
    std::uint64_t freed_so_far_ = 0;
    std::map<std::size_t, std::vector<std::uint64_t>> given_again_;  // by size
    AddressRange device_addresses_, shared_addresses_;
    std::array<std::size_t, StreamOrder::kMostGpus> device_bytes_{};  // by GPU
    std::size_t total_bytes_ = 0;
    std::uint64_t versions_ = 1, all_written_ = 1;
    std::set<std::uint64_t> flying_;  // starts of blocks that are in flight
    int opened_ = 0;
};

}  // namespace warpwise
