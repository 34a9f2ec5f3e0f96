// The memory accesses of instructions: which lanes touch what, what it costs, and what memory holds there before and after.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "debug/debug_state.h"
#include "simt/execute/block_run.h"

namespace warpwise::simt {

// The types of what the kernel's pointer arguments point to, those in structures among them: an array that the host made has none
// of its own.
class ArrayTypes {
  public:
    ArrayTypes(const Bytecode&, const Function& entry, const std::vector<ArgumentBytes>&, const Memory&);
    // Of an element of the array that begins there, as an index in Bytecode::types; kNoIndex: unknown.
    std::uint32_t element_at(std::uint64_t base) const;

  private:
    void note_pointers(std::uint32_t type, const std::byte* bytes, std::size_t size, int depth);
    const Bytecode& program_;
    const Memory& memory_;
    std::map<std::uint64_t, std::uint32_t> elements_;  // by the base of the allocation
};

// Lanes in one space and one object are one access, and so are all lanes of a space that point into no object. `position` is that
// of the instruction, which the warp is about to execute.
std::vector<DebugAccess> accesses_of(const BlockRun&, const Warp&, const Instruction&, std::uint64_t position);
// The lanes of an access whose bytes lie in no object or are not aligned.
std::uint32_t faulting_lanes(const BlockRun&, const Warp&, const Instruction&);
// Whether fewer sectors or wavefronts would be enough.
bool costs_extra(const DebugAccess&);
// Behind `pc` and on its line, as far as no jump leads away: without lanes, as no address is known.
std::vector<DebugAccess> accesses_behind(const Warp&, std::uint32_t pc);
// Whether the instruction that the warp is about to execute writes a byte of these, in which lanes.
std::uint32_t lanes_that_write(const BlockRun&, const Warp&, const Instruction&, std::uint64_t address, std::uint64_t bytes);

// Collects the accesses of a warp's instructions as they run.
class AccessRecorder {
  public:
    AccessRecorder(const BlockRun& run, const ArrayTypes& types, bool values) : run_(run), types_(types), values_(values) {}

    // It is about to run; whatever was noted before has run.
    void note(const Warp&, const Instruction&, std::uint64_t position);
    // What was noted last has run.
    void settle();
    // What was noted last has not run: it faulted, at least in this lane.
    void fail(const Fault&);
    bool is_settled() const { return warp_ == nullptr; }
    std::uint32_t pc() const { return pc_; }  // of the instruction that was noted last
    std::size_t size() const { return found_.size(); }
    std::vector<DebugAccess> take();

  private:
    struct Pending {
        std::size_t at = 0;  // in found_
        std::uint32_t type = kNoIndex, count = 0;
        std::array<std::uint64_t, kDebugLanes> addresses{};  // with their windows
    };
    void join_past_the_end();

    const BlockRun& run_;
    const ArrayTypes& types_;
    bool values_;
    std::vector<DebugAccess> found_;
    std::vector<Pending> pending_;  // of the instruction that was noted last
    const Warp* warp_ = nullptr;
    const Instruction* instruction_ = nullptr;
    std::uint32_t pc_ = 0;
    std::size_t first_of_last_ = 0;  // in found_: of that instruction
};

}  // namespace warpwise::simt
