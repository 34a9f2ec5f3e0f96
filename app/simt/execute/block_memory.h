// The memory that a block runs in, as plain data, and what keeps it from one launch to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "base/aligned_vector.h"
#include "simt/code/bytecode.h"
#include "simt/execute/warp.h"
#include "simt/memory/shadow.h"
#include "simt/native/loop_state.h"

namespace warpwise::simt {

struct BlockMemory {
    std::vector<Warp> warps;
    std::vector<std::byte> shared_storage;
    AlignedVector<std::uint8_t> shared_init;       // Trace full; kMarksAhead more than there are bytes
    AlignedVector<std::uint64_t> shared_parties;   // Trace full: three per word
    AlignedVector<RacePiece> shared_pieces;        // Trace full
    std::vector<std::vector<CachedRange>> ranges;  // by function and pc; empty: no warp has entered the function
    std::vector<std::vector<CachedRange>> spare_ranges;

    // Before a warp executes instructions of a function.
    void make_ranges(const Bytecode& program, const Function& function) {
        auto& made = ranges[static_cast<std::size_t>(&function - program.functions.data())];
        if (made.empty()) fill_ranges(made, function.code.size());
    }

  private:
    void fill_ranges(std::vector<CachedRange>&, std::size_t count);
};

// Blocks of earlier launches leave their memory here for those of the next: to map a warp's registers and to touch their pages
// costs more than a tiny launch. Any thread may call.
class BlockPool {
  public:
    // With that many warps, whose registers are mapped: dirty up to Warp::register_top and zero from there on.
    BlockMemory take(std::size_t warps);
    // Large memory is freed.
    void give(BlockMemory);
    std::uint64_t warps_made() const;  // whose registers had to be mapped

  private:
    mutable std::mutex mutex_;  // guards what follows
    std::vector<BlockMemory> blocks_;
    std::vector<Warp> warps_;  // of blocks that had more than was asked for
    std::size_t kept_bytes_ = 0;
    std::uint64_t made_ = 0;
};

}  // namespace warpwise::simt
