#include "cli/exec_progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "base/escape.h"
#include "base/number_text.h"

namespace warpwise {
namespace {

constexpr std::chrono::milliseconds kOften{500};
constexpr std::size_t kMostName = 40;

bool lead_to_the_same(int a, int b) {
    struct stat first{}, second{};
    return fstat(a, &first) == 0 && fstat(b, &second) == 0 && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

// A line that the terminal wraps cannot be overwritten.
std::size_t columns() {
    constexpr std::size_t usual = 80;
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

std::string rate_text(double rate) {
    constexpr double million = 1e6;
    return rate < million ? fmt::format("{:.0f} warp instructions/s", rate)
                          : fmt::format("{:.1f} million warp instructions/s", rate / million);
}

}  // namespace

std::string progress_text(const ProgramProgress::Seen& seen, double rate, double elapsed_s) {
    if (!seen.is_begun) return fmt::format("compiling, {:.0f} s", elapsed_s);
    std::string name = terminal_text(seen.kernel);
    if (name.size() > kMostName) name = name.substr(0, kMostName - 3) + "...";
    const std::string now = name.empty() ? "host code" : seen.line > 0 ? fmt::format("{} (line {})", name, seen.line) : name;
    return fmt::format("{} {}, {}, {:.0f} s: {}", with_separators(seen.launches), seen.launches == 1 ? "launch" : "launches",
                       rate_text(rate), elapsed_s, now);
}

std::unique_ptr<ExecProgress> ExecProgress::make(When when) {
    if (when == When::in_a_terminal && isatty(STDERR_FILENO) == 0) return nullptr;
    auto folder = TemporaryFolder::make("warpwise-progress");
    if (!folder) return nullptr;
    std::unique_ptr<ExecProgress> out(new ExecProgress(std::move(*folder)));
    return out->progress_ == nullptr ? nullptr : std::move(out);
}

ExecProgress::ExecProgress(TemporaryFolder folder)
    : folder_(std::move(folder)),
      progress_(ProgramProgress::open(file())),
      has_output_beside_(lead_to_the_same(STDOUT_FILENO, STDERR_FILENO)) {
    if (progress_ != nullptr) renews_ = std::jthread([this](const std::stop_token& stop) { renew(stop); });
}

ExecProgress::~ExecProgress() {
    renews_ = {};
    clear();
    ProgramProgress::close(progress_);
}

void ExecProgress::renew(const std::stop_token& stop) {
    std::uint64_t counted = 0;
    Clock::time_point since = start_;
    std::unique_lock lock(mutex_);
    while (!ended_.wait_for(lock, stop, kOften, [] { return false; }) && !stop.stop_requested()) {
        const auto seen = progress_->look();
        if (!seen || is_within_line_) continue;
        const auto now = Clock::now();
        const double rate = static_cast<double>(seen->instructions - counted) / std::chrono::duration<double>(now - since).count();
        counted = seen->instructions;
        since = now;
        show(progress_text(*seen, rate, seconds_since(start_)));
    }
}

void ExecProgress::show(const std::string& text) {
    std::string shown = text.substr(0, columns() - 1);
    shown = "\r" + shown + "\x1b[K";  // and clears the rest of a longer one
    std::fwrite(shown.data(), 1, shown.size(), stderr);
    std::fflush(stderr);
    is_shown_ = true;
}

void ExecProgress::clear() {
    if (!std::exchange(is_shown_, false)) return;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
}

void ExecProgress::before_output() {
    const std::lock_guard lock(mutex_);
    is_within_line_ = true;  // until its end is known
    clear();
}

void ExecProgress::after_output(std::string_view text) {
    const std::lock_guard lock(mutex_);
    is_within_line_ = !text.ends_with('\n');
}

}  // namespace warpwise
