#include "program/runtime/report.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <utility>

namespace warpwise {
namespace {

// A write to a pipe without a reader ends the process, unless the signal is held back. The program's own handling of the signal
// stays.
class WithoutPipeSignal {
  public:
    WithoutPipeSignal() {
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        sigset_t pending{};
        sigpending(&pending);
        was_pending_ = sigismember(&pending, SIGPIPE) == 1;
        pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~WithoutPipeSignal() {
        const timespec now{};
        if (!was_pending_)
            while (sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
            }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    WithoutPipeSignal(const WithoutPipeSignal&) = delete;

  private:
    sigset_t pipe_{}, before_{};
    bool was_pending_ = false;
};

}  // namespace

Report::Report(int descriptor)
    : descriptor_(descriptor), first_(fmt::format("/proc/{}/fd/{}", getpid(), descriptor)), process_(getpid()) {
    struct stat about{};
    if (fstat(descriptor_, &about) != 0) return;
    device_ = about.st_dev;
    file_ = about.st_ino;
}

bool Report::is_still_there() {
    const auto is_it = [&](int descriptor) {
        struct stat about{};
        return fstat(descriptor, &about) == 0 && about.st_dev == device_ && about.st_ino == file_;
    };
    if (is_it(descriptor_)) return true;
    const int again = open(first_.c_str(), O_WRONLY | O_CLOEXEC);
    if (again < 0) return false;
    if (!is_it(again)) {
        close(again);
        return false;
    }
    constexpr int out_of_the_way = 700;
    descriptor_ = fcntl(again, F_DUPFD_CLOEXEC, out_of_the_way);
    if (descriptor_ < 0) descriptor_ = again;
    if (descriptor_ != again) close(again);
    return true;
}

void Report::write_all(std::string_view rest) {
    const WithoutPipeSignal held;
    has_reader_ = has_reader_ && is_still_there();
    while (!rest.empty() && has_reader_) {
        const ssize_t written = write(descriptor_, rest.data(), rest.size());
        if (written >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            pollfd room{descriptor_, POLLOUT, 0};
            poll(&room, 1, -1);
        } else if (errno != EINTR) {
            has_reader_ = false;
        }
    }
}

void Report::event(const nlohmann::json& event) {
    if (getpid() != process_) return;
    const std::lock_guard lock(mutex_);
    if (has_reader_) write_all(event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
}

void Report::finding(const Finding& finding) {
    {
        const std::lock_guard lock(mutex_);
        if (!told_.insert({finding.kind, finding.place.file, finding.place.line}).second) return;
    }
    event({{"event", "finding"},
           {"kind", finding.kind},
           {"file", finding.place.file},
           {"line", finding.place.line},
           {"message", finding.message},
           {"hint", finding.hint},
           {"launch", finding.launch},
           {"is_note", finding.is_note}});
}

void Report::end(int exit_code) { event({{"event", "end"}, {"exit_code", exit_code}}); }

void Report::belongs_here() { process_ = getpid(); }

void Report::move_out_of_reach() {
    constexpr rlim_t most = 65'536;  // a table of descriptors is as long as the last one, and each fork copies it
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < 2) return;
    const rlim_t last = std::min(limit.rlim_cur, most) - 1;
    const int moved = fcntl(descriptor_, F_DUPFD_CLOEXEC, static_cast<int>(last));
    if (moved < 0) return;
    close(std::exchange(descriptor_, moved));
    if (limit.rlim_cur > most) return;
    limit.rlim_cur = last;
    setrlimit(RLIMIT_NOFILE, &limit);
}

void Report::begin_line() {
    const std::lock_guard lock(mutex_);
    write_all("\n");
}

}  // namespace warpwise
