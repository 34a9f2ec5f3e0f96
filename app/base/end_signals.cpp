#include "base/end_signals.h"

#include <atomic>

namespace warpwise {
namespace {

// A handler is given nothing else to write to.
std::atomic<int> received_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);

void note(int signal) { received_signal = signal; }

}  // namespace

EndSignals::EndSignals() {
    received_signal = 0;
    struct sigaction noting{};
    noting.sa_handler = note;
    sigemptyset(&noting.sa_mask);
    noting.sa_flags = SA_RESETHAND | SA_RESTART;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        sigaction(kSignals[i], nullptr, &before_[i]);
        if (before_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &noting, nullptr);
    }
}

EndSignals::~EndSignals() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
}

int EndSignals::received() { return received_signal; }

}  // namespace warpwise
