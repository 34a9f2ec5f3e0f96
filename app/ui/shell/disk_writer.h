// Writes files on a thread of its own: a disk may take seconds to have them, and the window draws meanwhile.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <utility>

namespace warpwise::ui {

// One write at a time. The destructor waits for it.
class DiskWriter {
  public:
    using Then = std::function<void()>;  // what is said of it, by `finish`

    // Not while it is busy.
    void start(std::function<Then()> write) { writing_ = std::async(std::launch::async, std::move(write)); }
    bool is_busy() const { return writing_.valid(); }
    // The end of the write on the caller's thread, if it is over or `waits`.
    void finish(bool waits) {
        if (!writing_.valid()) return;
        if (!waits && writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
        if (const Then then = writing_.get()) then();
    }

  private:
    std::future<Then> writing_;
};

}  // namespace warpwise::ui
