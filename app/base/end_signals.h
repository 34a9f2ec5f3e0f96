// Ctrl+C, a logout and `kill` as a question that the program answers when it has put things away.
#pragma once

#include <array>
#include <csignal>

namespace warpwise {

// While it lives, the first SIGINT, SIGTERM or SIGHUP is noted instead of ending the process; a second one of the same kind ends it
// at once. A signal that was ignored before (nohup) stays ignored. One at a time.
class EndSignals {
  public:
    EndSignals();
    ~EndSignals();
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;

    static int received();  // the signal, or 0

  private:
    static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace warpwise
