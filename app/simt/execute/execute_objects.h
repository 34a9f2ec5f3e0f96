// Who owns an address.
#pragma once

#include "simt/execute/block_run.h"

namespace warpwise::simt {

enum class Space : std::uint8_t { global, shared, local, constant, none };
Space space_of(std::uint64_t address);
// Of all these lanes; none: they are in several spaces, or near the end of one.
Space space_of_all(std::uint32_t mask, const std::uint64_t* address);

// Something with a name that an address can belong to: an array argument, a __device__ variable, a shared or local array.
struct Object {
    Space space = Space::none;
    std::uint64_t base = 0, size = 0;
    std::byte* host = nullptr;  // null in local memory, which is interleaved over the lanes
    std::string_view name;      // the program's or the memory's
    std::size_t element_bytes = 1;
    std::size_t argument = kNoArgument;
    std::uint32_t type = kNoIndex;  // index in Bytecode::types, where the program declares it
    const Allocation* allocation = nullptr;
    bool holds(std::uint64_t address, std::uint64_t bytes) const {
        return address >= base && bytes <= size && address - base <= size - bytes;
    }
};

// The object that holds the bytes, seen from this warp's current call.
std::optional<Object> find_object(const BlockRun&, const Warp&, std::uint64_t address, std::uint64_t bytes);
// The object in whose neighbourhood an address lies: what a wrong index was meant for.
std::optional<Object> object_near(const BlockRun&, const Warp&, std::uint64_t address);

// An address of shared, local or constant memory as the hardware counts it, without its array's window; others as they are.
std::uint64_t plain_address(std::uint64_t address);
// The last object that begins at an offset or before it; null: none. `offset_of` is asked for as few of them as a binary search
// needs; they are in its order.
template <typename Objects, typename OffsetOf>
const auto* last_from(const Objects& objects, std::uint64_t offset, OffsetOf offset_of) {
    const auto after = std::ranges::upper_bound(objects, offset, {}, offset_of);
    return after == std::ranges::begin(objects) ? nullptr : &*std::prev(after);
}
// The element that an address lies in; below 0 before the object's start.
std::int64_t index_in(const Object&, std::uint64_t address);
// Farther than 32-bit index arithmetic gets.
constexpr bool is_far(std::int64_t index) { return index < -(std::int64_t{1} << 31) || index >= std::int64_t{1} << 32; }

// The local variable that has an address's window to itself, with its function; empty when the address is of no such window.
std::string local_of_ended_call(const BlockRun&, std::uint64_t address);

}  // namespace warpwise::simt
