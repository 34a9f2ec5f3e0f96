// System calls made by another process of ours, as if a text had taken it over: its main thread is stopped, makes the call, and
// goes on where it was.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warpwise::test {

class InjectedCalls {
  public:
    // Stops the process; `ready` says whether that worked (it does not where tracing is not allowed).
    explicit InjectedCalls(pid_t process);
    ~InjectedCalls();
    InjectedCalls(const InjectedCalls&) = delete;
    InjectedCalls& operator=(const InjectedCalls&) = delete;
    bool ready() const { return ready_; }

    // A text in the process's memory; valid until the process goes on.
    std::uint64_t text(const std::string& text);
    // What the kernel answers: -EPERM and the like.
    long call(long number, const std::vector<std::uint64_t>& arguments = {});

  private:
    pid_t process_;
    bool ready_ = false;
    std::array<std::uint64_t, 40> before_{};  // its registers
    std::uint64_t free_ = 0;                  // of its stack
};

}  // namespace warpwise::test
