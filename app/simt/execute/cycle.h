// The search for an endless loop. A block whose warps, shared memory and writes to global memory are the same as at an earlier
// moment will repeat what it did: that is a proof, while a time limit would only be a guess. Registers that nothing in the loop
// depends on, such as the counter of a loop that waits, do not matter.
//
// It is looked for in windows: at each doubling of the block's steps, for a 64th of them. In a window a warp's turn ends at its
// next jump, so that every iteration of a loop can be compared, and the order of the warps is fixed.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simt/execute/block_image.h"
#include "simt/memory/undo_log.h"

namespace warpwise::simt {

class CycleSearch {
  public:
    explicit CycleSearch(const BlockRun&);  // begins now: keeps the state
    CycleSearch(const CycleSearch&) = delete;
    CycleSearch& operator=(const CycleSearch&) = delete;

    UndoLog& log() { return log_; }  // for what is written to global memory
    void note_turn(const Warp&);     // begins
    // An instruction of the function at `pc` reads or writes memory.
    void note_access(const Function&, std::uint32_t pc, std::uint32_t mask, const std::uint64_t* address, std::uint64_t bytes);
    // An access that is not told word by word.
    void count_all_memory() { reads_all_ = true; }
    // All warps had a turn. Whether the block is where it was when the search, or the last power of two of its rounds, began.
    bool comes_back();
    // Warp instructions from that moment until now.
    std::uint64_t length() const { return run_.block_steps - then_.block_steps; }

  private:
    using Registers = std::vector<bool>;  // of a function, by 128 bytes of its frame
    void begin();
    bool is_same(const WarpImage& then, const Warp& now) const;
    bool same_registers(const WarpImage& then, const Warp& now) const;
    bool same_frame(const WarpImage& then, const Warp& now, const Function&, const std::byte* frame) const;
    bool same_memory() const;
    bool same_word(std::uint64_t address) const;
    bool same_local() const;
    void find_relevant();

    const BlockRun& run_;
    UndoLog log_;
    BlockImage then_;
    std::uint64_t rounds_ = 0, next_begin_ = 1;
    std::unordered_set<std::uint64_t> turns_;  // function << 32 | pc where one began
    std::size_t turns_known_ = 0;              // of them when `relevant_` was found
    std::vector<Registers> relevant_;          // by function: what the loop's jumps and memory accesses depend on
    bool memory_matters_ = false, reads_clock_ = false;
    std::unordered_set<std::uint64_t> relevant_reads_;                            // function << 32 | pc
    std::unordered_map<std::uint64_t, std::unordered_set<std::uint64_t>> words_;  // that each touched, by 4 bytes; since it began
    std::size_t words_known_ = 0, words_seen_ = 0;                                // ... when `relevant_` was found
    bool reads_all_ = false;                                                      // more than is kept: all memory counts
};

}  // namespace warpwise::simt
