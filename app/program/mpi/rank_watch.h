// Finds out that the ranks of an MPI program wait for each other for ever.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "program/mpi/rank_board.h"

namespace warpwise {

// Whether what they wait for may still come: a message that two of them exchange now, a call that all are in. `ranks` is by rank.
bool may_move(const std::vector<RankBoard::Seen>& ranks);
// All wait or have ended, and one waits.
bool all_wait(const std::vector<RankBoard::Seen>& ranks);

// "rank 1 waits in MPI_Send to rank 0 (line 12)".
std::string text_of(int rank, const RankBoard::Seen&, bool has_place);
// Not one that is done, and waits for the others to be.
bool is_stuck_itself(const RankBoard::Seen&);
// One rank's part of what is told.
struct StuckText {
    std::string message, hint;
};
StuckText stuck_text(int rank, const std::vector<RankBoard::Seen>& ranks);

// Looks at the board again and again: has nothing changed for long enough while all waited? Time is counted in looks that each rank
// has taken itself, so that a machine that is slow to give a rank its turn does not make it look stuck.
class StuckSearch {
  public:
    // Where a message may be on its way, there are more.
    static constexpr std::uint64_t kSure = 10, kUnsure = 100;
    static constexpr std::chrono::milliseconds kTick{200};
    bool look(const std::vector<RankBoard::Seen>& ranks);

  private:
    std::vector<RankBoard::Seen> first_;
};

}  // namespace warpwise
