// Which accesses of a warp's lanes are ordered, by warp synchronization, since the block's last barrier.
#pragma once

#include <cstdint>
#include <vector>

namespace warpwise::simt {

class WarpOrder {
  public:
    void restart() { *this = {}; }
    // `lanes` synchronize at time `now`: all of their earlier accesses come before all of their later ones.
    void meet(std::uint32_t lanes, std::uint32_t living, std::uint32_t now);
    // Accesses of any lane before this time are ordered before those that any lane makes from now on.
    std::uint32_t since() const { return since_; }
    bool has_partial() const { return !known_.empty(); }
    bool is_ordered(int earlier_lane, std::uint32_t when, int lane) const;

  private:
    std::uint32_t since_ = 0;
    // [lane][other]: accesses of the other lane before this time are ordered before the lane's own; empty: `since_` for all pairs.
    std::vector<std::uint32_t> known_;
};

}  // namespace warpwise::simt
