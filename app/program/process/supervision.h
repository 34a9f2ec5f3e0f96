// For the process that waits for a program: when it is asked to end, all that the program has started ends before it.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <array>
#include <initializer_list>

namespace warpwise {

// Before the program's process is forked; one at a time.
class Supervision {
  public:
    // `asks`: signals that ask this process to end. The end of the process that has started it does so too.
    explicit Supervision(std::initializer_list<int> asks);
    // In the process that was forked: signals are as they were.
    void leave_in_child();
    // The child's status as of waitpid(). Does not return once this process was asked to end.
    int wait_for(pid_t child);

  private:
    void take(int signal, void (*handler)(int));
    [[noreturn]] static void end_all();
    static constexpr std::size_t kMostSignals = 8;
    struct Taken {
        int signal = 0;
        struct sigaction before{};
    };
    std::array<Taken, kMostSignals> taken_{};
    std::size_t count_ = 0;
};

}  // namespace warpwise
