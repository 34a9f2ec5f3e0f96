// Work that a card does on a separate thread, one job at a time; the card takes the result in a later frame.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace warpwise::ui {

template <typename T>
class BackgroundJob {
  public:
    bool is_running() const { return result_.valid(); }
    // Does nothing while one runs.
    void start(std::function<T(const std::stop_token&)> work) {
        if (is_running()) return;
        std::promise<T> promise;
        result_ = promise.get_future();
        thread_ = std::jthread([work = std::move(work), promise = std::move(promise)](const std::stop_token& stop) mutable {
            promise.set_value(work(stop));
        });
    }
    // Once, when it has ended.
    std::optional<T> take() {
        if (!is_running() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
        return result_.get();
    }

  private:
    std::future<T> result_;
    std::jthread thread_;  // last: it ends first
};

}  // namespace warpwise::ui
