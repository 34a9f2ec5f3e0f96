#include "program/process/supervision.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <utility>

#include "device/process/descendants.h"

namespace warpwise {
namespace {

// A handler has nothing else to write to. What it writes ends the wait of the main thread, whichever thread it runs in.
std::array<int, 2> wakes{-1, -1};
std::atomic<bool> is_asked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void wake() {
    const int before = errno;
    static_cast<void>(write(wakes[1], "", 1));
    errno = before;
}

}  // namespace

Supervision::Supervision(std::initializer_list<int> asks) {
    adopt_descendants();
    if (pipe2(wakes.data(), O_CLOEXEC | O_NONBLOCK) != 0) wakes = {-1, -1};
    take(SIGCHLD, [](int) { wake(); });
    for (const int each : asks)
        take(each, [](int) {
            is_asked = true;
            wake();
        });
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // not SIGKILL: there is something to clean up
}

void Supervision::take(int signal, void (*handler)(int)) {
    Taken& taken = taken_[count_];
    sigaction(signal, nullptr, &taken.before);
    if (signal != SIGCHLD && taken.before.sa_handler == SIG_IGN) return;  // nohup
    taken.signal = signal;
    ++count_;
    struct sigaction action{};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
}

void Supervision::leave_in_child() {
    for (std::size_t i = 0; i < count_; ++i) sigaction(taken_[i].signal, &taken_[i].before, nullptr);
    for (int& end : wakes)
        if (end >= 0) close(std::exchange(end, -1));
}

int Supervision::wait_for(pid_t child) {
    constexpr int kLookMs = 1000;  // where there is no pipe
    for (;;) {
        int status = 0;
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (is_asked) end_all();
        if (ended == child || (ended < 0 && errno != EINTR)) return status;
        pollfd watched{wakes[0], POLLIN, 0};
        poll(&watched, 1, wakes[0] < 0 ? kLookMs / 10 : kLookMs);
        std::array<char, 64> bytes{};
        while (wakes[0] >= 0 && read(wakes[0], bytes.data(), bytes.size()) > 0) {
        }
    }
}

// As a process that was killed, which it is.
void Supervision::end_all() {
    end_descendants();
    kill(getpid(), SIGKILL);
    _exit(128 + SIGKILL);
}

}  // namespace warpwise
