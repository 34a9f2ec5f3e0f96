// Asks for the PTX and SASS of what is shown, beside the window: the compiler runs in a process of its own and takes its time.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "device/gpu/listing.h"

namespace warpwise::ui {

class ListingCheck {
  public:
    struct Result {
        ListingRequest request;
        std::expected<Listing, Diagnostics> listing;
    };

    ListingCheck() = default;
    ~ListingCheck();  // waits for a listing in progress
    ListingCheck(const ListingCheck&) = delete;
    ListingCheck& operator=(const ListingCheck&) = delete;

    // Replaces a request that still waits.
    void submit(ListingRequest);
    // The newest finished one, once.
    std::optional<Result> poll();

  private:
    void work(const std::stop_token& stop);

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::optional<ListingRequest> waiting_;
    std::optional<Result> finished_;
    std::jthread thread_;  // started at the first submit; last, so that it ends first
};

}  // namespace warpwise::ui
