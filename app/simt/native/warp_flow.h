// Where a warp is, as plain data that compiled code changes, too: the active lanes, those that wait for them, and the calls.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "simt/code/bytecode.h"

namespace warpwise::simt {

inline constexpr std::uint32_t kAllLanes = ~std::uint32_t{0};
inline constexpr std::uint32_t kFunctionEnd = kNoPc - 1;  // the join point of a function's body: its `ret`

// What waits for the lanes of `mask` to become active: the other side of a branch, or a join point.
struct StackEntry {
    std::uint32_t pc = 0, mask = 0, join = kFunctionEnd;
    bool at_barrier = false;  // these lanes have reached a barrier that lanes of their warp have not
};

// A call that has not returned: what its caller goes on with.
struct CallFrame {
    const Function* function = nullptr;
    std::uint32_t pc = 0, join = kFunctionEnd;
    std::size_t stack_depth = 0;
    std::byte* frame = nullptr;
    std::uint32_t local_base = 0, mask = 0;
    const CallSite* site = nullptr;
};
inline constexpr std::size_t kMostCalls = 65536;  // that have not returned: a function may need neither registers nor memory

// Like a std::vector, but its members are known to compiled code, which has no room for the growth.
template <typename Entry>
class PlainStack {
  public:
    PlainStack() = default;
    PlainStack(const PlainStack& other) { *this = other; }
    PlainStack(PlainStack&& other) noexcept { swap(other); }
    PlainStack& operator=(const PlainStack& other) {
        if (this == &other) return *this;
        clear();
        for (const Entry& each : other) push_back(each);
        return *this;
    }
    PlainStack& operator=(PlainStack&& other) noexcept {
        swap(other);
        return *this;
    }
    ~PlainStack() { delete[] entries_; }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    bool has_room(std::size_t more) const { return capacity_ - size_ >= more; }
    const Entry* begin() const { return entries_; }
    const Entry* end() const { return entries_ + size_; }
    Entry& operator[](std::size_t i) { return entries_[i]; }
    const Entry& operator[](std::size_t i) const { return entries_[i]; }
    Entry& back() { return entries_[size_ - 1]; }
    const Entry& back() const { return entries_[size_ - 1]; }
    void pop_back() { --size_; }
    void clear() { size_ = 0; }
    void make_room(std::size_t more) {
        if (!has_room(more)) grow();
    }
    void push_back(const Entry& entry) {
        make_room(1);
        push_where_room_is(entry);
    }
    void push_where_room_is(const Entry& entry) { entries_[size_++] = entry; }

  private:
    void swap(PlainStack& other) {
        std::swap(entries_, other.entries_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }
    void grow() {
        const std::size_t capacity = std::max<std::size_t>(16, 2 * capacity_);
        auto* more = new Entry[capacity];
        std::copy_n(entries_, size_, more);
        delete[] entries_;
        entries_ = more;
        capacity_ = capacity;
    }
    Entry* entries_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};
using WaitingLanes = PlainStack<StackEntry>;
using OpenCalls = PlainStack<CallFrame>;

// What 32 numbers are, if in each half of the warp they follow one another at one distance.
struct Pattern {
    std::uint64_t first[2] = {}, step[2] = {};
};
struct KnownPattern {
    Pattern pattern;
    bool is_known = false;  // they do
};
inline constexpr std::size_t kMostPatterns = 8;

struct WarpFlow {
    std::uint32_t mask = 0;   // active lanes
    std::uint32_t lanes = 0;  // lanes that have not exited
    std::uint32_t pc = 0, join = kFunctionEnd;
    WaitingLanes stack;
    const Function* function = nullptr;
    std::byte* frame = nullptr;
    const std::byte* banks[4] = {};  // of operands: the frame's only while the interpreter's loop or compiled code runs
    std::uint32_t local_base = 0, local_top = 0;
    std::size_t register_top = 0;  // bytes of the registers that calls of this block, or the block before, have used
    OpenCalls calls;
    alignas(64) std::uint32_t lane_mask[kLanes] = {};  // all bits of an active lane
    // For compiled code: what it found of the thread indices, which stay the same for a launch, and the function that looked last.
    KnownPattern patterns[kMostPatterns] = {};
    const void* patterns_of = nullptr;
    // The lanes that reached the kernel's end together, if all else of the warp is as when it began, `lane_mask` too; else 0.
    std::uint32_t ended_with = 0;

    void set_mask(std::uint32_t active) {
        mask = active;
        // of known bits, as plain x86-64 cannot shift each lane by its own number
        using Vector = std::uint32_t __attribute__((ext_vector_type(16)));
        constexpr Vector bits = {1u << 0, 1u << 1, 1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
                                 1u << 8, 1u << 9, 1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15};
        const auto low = (bits & active) == bits, high = (bits & (active >> 16)) == bits;
        __builtin_memcpy(lane_mask, &low, sizeof low);
        __builtin_memcpy(lane_mask + 16, &high, sizeof high);
    }
};

// Some lanes take a branch to a, the others, which go to b, wait. Gives the next pc. Pushes two entries at most.
inline std::uint32_t split(WarpFlow& flow, const Instruction& branch, std::uint32_t taken, std::uint32_t left) {
    const std::uint32_t join = branch.c;
    if (join != flow.join || join == kNoPc) {
        flow.stack.push_where_room_is({join, flow.mask, flow.join});
        flow.join = join;
    }
    if (branch.a == join) {
        flow.set_mask(left);
        return branch.b;
    }
    if (branch.b != join) flow.stack.push_where_room_is({branch.b, left, join});
    flow.set_mask(taken);
    return branch.a;
}
inline constexpr std::size_t kMostPushed = 2;

// The lanes on top of the stack go on, of those above `depth`: where a call began. False: none is left.
inline bool resume_in_call(WarpFlow& flow, std::size_t depth) {
    while (flow.stack.size() > depth) {
        const StackEntry entry = flow.stack.back();
        flow.stack.pop_back();
        flow.join = entry.join;
        flow.pc = entry.pc;
        flow.mask = entry.mask & flow.lanes;
        if (flow.mask == 0) continue;
        if (flow.pc == flow.join && flow.stack.size() > depth) continue;  // both joins are one place
        flow.set_mask(flow.mask);
        return true;
    }
    return false;
}

}  // namespace warpwise::simt
