#include "cli/rank_lines.h"

#include <sys/file.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

namespace warpwise {
namespace {

constexpr std::size_t kMostAtOnce = 1024;
constexpr int kMostWaits = 1000;  // for a reader that has stopped reading

}  // namespace

void RankLines::pass_on(std::string_view lines) {
    constexpr std::chrono::milliseconds moment{1};
    flock(descriptor_, LOCK_EX);  // where all ranks write to one
    if (isatty(descriptor_)) {    // which does not say what was read
        std::this_thread::sleep_for(2 * moment);
    } else {
        for (int i = 0, unread = 0; i < kMostWaits && ioctl(descriptor_, FIONREAD, &unread) == 0 && unread > 0; ++i)
            std::this_thread::sleep_for(moment);
    }
    while (!lines.empty()) {
        const ssize_t written = ::write(descriptor_, lines.data(), lines.size());
        if (written < 0 && errno != EINTR && errno != EAGAIN) break;
        if (written > 0) lines.remove_prefix(static_cast<std::size_t>(written));
    }
    flock(descriptor_, LOCK_UN);
}

void RankLines::write(std::string_view text) {
    rest_ += text;
    std::string lines;
    std::size_t begin = 0;
    for (auto end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n', begin)) {
        const std::string line = prefix_ + rest_.substr(begin, end + 1 - begin);
        begin = end + 1;
        if (!lines.empty() && lines.size() + line.size() > kMostAtOnce) pass_on(std::exchange(lines, {}));
        lines += line;
    }
    rest_.erase(0, begin);
    if (!lines.empty()) pass_on(lines);
}

RankLines::~RankLines() {
    if (!rest_.empty()) write("\n");
}

}  // namespace warpwise
