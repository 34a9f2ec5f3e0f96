// Not in the header: moving and destroying a variant of so many alternatives is much to compile, and every panel posts requests.
#include "ui/workbench/requests.h"

namespace warpwise::ui {

namespace {

template <typename Request>
std::optional<Request> take_oldest(std::deque<Request>& requests) {
    if (requests.empty()) return std::nullopt;
    std::optional<Request> oldest = std::move(requests.front());
    requests.pop_front();
    return oldest;
}

}  // namespace

Requests::Requests() = default;
Requests::~Requests() = default;

std::optional<WorkRequest> Requests::take_work() { return take_oldest(work_); }

std::optional<WindowRequest> Requests::take_window() { return take_oldest(window_); }

}  // namespace warpwise::ui
