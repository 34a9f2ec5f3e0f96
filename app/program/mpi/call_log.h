// What a rank called, and when, by the clock that all processes of a machine share. It is told in parts, so that little of it is
// lost when the rank is ended.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "program/mpi/rank_board.h"
#include "program/mpi/rank_host.h"

namespace warpwise {

class CallLog {
  public:
    static constexpr std::size_t kMostCalls = 20'000;  // more are only counted
    // Its place, for `end`.
    std::size_t begin(const RankWait&);
    // `from`: the rank that a receive from any rank has got its message from.
    void end(std::size_t place, int from = RankWait::kAnyone);
    // A call that something else has timed, by the same clock.
    void add(const RankWait&, double begin_s, double end_s);
    // What was not told so far is forgotten, but for the marks of a program that measures itself.
    void begin_anew();
    // Those that have ended since it was last asked; at last also those that have not.
    void tell(RankHost&, bool is_last = false);

  private:
    struct Entry {
        RankWait call;
        double begin_s = 0, end_s = -1;
        bool is_told = false;
    };
    std::mutex mutex_;
    std::vector<Entry> entries_;
    std::size_t told_ = 0;  // all before it are
    std::size_t more_ = 0;
};

}  // namespace warpwise
