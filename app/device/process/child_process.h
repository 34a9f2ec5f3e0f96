// A program of ours started beside this one, with a socket to it, and ended with it.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "device/process/file_descriptor.h"

namespace warpwise {

// The descriptor under which the child finds its end of the socket.
inline constexpr int kChildSocket = 3;

// What a child knows of our environment. `needed`: where libraries lie, the language, the time zone, our own variables (WARPWISE_*)
// and the sanitizers' options; no names, no paths of the user's, no tokens.
enum class ChildEnvironment { whole, needed };

class ChildProcess {
  public:
    ChildProcess() = default;
    // The child has this socket, standard error and nothing else of ours; a closed socket tells it to end.
    static Result<ChildProcess> start(const std::vector<std::string>& command,
                                      ChildEnvironment environment = ChildEnvironment::whole);
    ChildProcess(ChildProcess&& other) noexcept
        : pid_(std::exchange(other.pid_, 0)),
          socket_(std::move(other.socket_)),
          ended_(std::move(other.ended_)),
          exit_status_(other.exit_status_) {}
    ChildProcess& operator=(ChildProcess&& other) noexcept {
        std::swap(pid_, other.pid_);
        std::swap(socket_, other.socket_);
        std::swap(ended_, other.ended_);
        std::swap(exit_status_, other.exit_status_);
        return *this;
    }
    ~ChildProcess() { kill(); }

    FileDescriptor take_socket() { return std::move(socket_); }
    pid_t pid() const { return pid_; }
    bool is_running();
    // Gives the child a moment to end by itself (its socket is closed by now), so that the way it ended is its own.
    void wait_for_end(int milliseconds);
    // Ends it at once, and leaves no zombie. Does nothing when it has ended.
    void kill();
    // "was killed by signal 9 (Killed)", "ended with exit status 3"; empty while it runs
    const std::string& how_it_ended() const { return ended_; }
    // Its exit status; none while it runs, or when a signal ended it.
    std::optional<int> exit_status() const { return exit_status_; }

  private:
    pid_t pid_ = 0;  // 0: none, or ended and collected
    FileDescriptor socket_;
    std::string ended_;
    std::optional<int> exit_status_;
};

}  // namespace warpwise
