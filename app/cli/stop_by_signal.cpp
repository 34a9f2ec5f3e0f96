#include "cli/stop_by_signal.h"

#include <signal.h>

#include <atomic>

namespace warpwise {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
constexpr std::chrono::milliseconds kOften{20};

std::atomic<int> asked_by{0};

void take(void (*handler)(int)) {
    struct sigaction action{};
    action.sa_handler = handler;
    for (const int each : kSignals) sigaction(each, &action, nullptr);
}

}  // namespace

StopBySignal::StopBySignal(std::chrono::milliseconds grace) {
    asked_by = 0;
    take([](int number) { asked_by = number; });
    watcher_ = std::jthread([this, grace](const std::stop_token& ended) { watch(ended, grace); });
}

StopBySignal::~StopBySignal() { take(SIG_DFL); }

bool StopBySignal::is_asked() const { return asked_by != 0; }

void StopBySignal::watch(const std::stop_token& ended, std::chrono::milliseconds grace) {
    while (!ended.stop_requested() && asked_by == 0) std::this_thread::sleep_for(kOften);
    for (auto waited = kOften; asked_by == SIGINT && waited < grace && !ended.stop_requested(); waited += kOften)
        std::this_thread::sleep_for(kOften);
    if (!ended.stop_requested()) source_.request_stop();
}

}  // namespace warpwise
