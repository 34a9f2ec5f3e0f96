#include "ui/source/listing_check.h"

#include <utility>

namespace warpwise::ui {

ListingCheck::~ListingCheck() {
    thread_.request_stop();
    wake_.notify_all();
}

void ListingCheck::submit(ListingRequest request) {
    {
        const std::lock_guard lock(mutex_);
        waiting_ = std::move(request);
    }
    if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
    wake_.notify_one();
}

std::optional<ListingCheck::Result> ListingCheck::poll() {
    const std::lock_guard lock(mutex_);
    return std::exchange(finished_, std::nullopt);
}

void ListingCheck::work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (wake_.wait(lock, stop, [this] { return waiting_.has_value(); })) {
        const ListingRequest request = *std::exchange(waiting_, std::nullopt);
        lock.unlock();
        Result result{request, make_listing(request)};
        lock.lock();
        finished_ = std::move(result);
    }
}

}  // namespace warpwise::ui
