// Launches and copies that the host has not waited for: which of them may run at the same time as a new one. For a report of what
// a program's streams overlap, and of clocks that are read too early.
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "program/runtime/stream_order.h"

namespace warpwise {

class OpenWorks {
  public:
    // A launch or a copy begins, which StreamOrder has been told already. Its number among those of the program is written, and the
    // numbers of what may still run beside it.
    struct Begun {
        std::size_t number = 0;
        std::vector<std::size_t> beside;
    };
    Begun begin(const StreamOrder&, StreamOrder::Work, bool is_launch, int line);
    void drop_done(const StreamOrder&);
    // The line of the last launch that may still be running; 0: there is none, or its line is not known.
    int line_of_launch() const;
    bool has_launch() const;
    std::size_t launches() const { return launches_; }  // that have begun
    std::size_t done_launches() const;                  // that the host has waited for

    static constexpr std::size_t kMost = 256;       // older ones are forgotten
    static constexpr std::size_t kMostBeside = 64;  // of one

  private:
    struct Open {
        StreamOrder::Work work;
        std::size_t number = 0;
        bool is_launch = false;
        int line = 0;
    };
    std::deque<Open> open_;
    std::size_t count_ = 0, launches_ = 0;
};

}  // namespace warpwise
