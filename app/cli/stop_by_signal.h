// Ctrl-C, SIGTERM and SIGHUP ask for an end, and do not end this process, which has its report to write.
#pragma once

#include <chrono>
#include <stop_token>
#include <thread>

namespace warpwise {

// While it lives; one at a time.
class StopBySignal {
  public:
    // `grace`: how long Ctrl-C waits. From the terminal it reaches the program, too, which may end by itself.
    explicit StopBySignal(std::chrono::milliseconds grace);
    ~StopBySignal();
    StopBySignal(const StopBySignal&) = delete;
    StopBySignal& operator=(const StopBySignal&) = delete;
    std::stop_token token() const { return source_.get_token(); }
    bool is_asked() const;  // by any of the signals, even if the program has ended by itself since

  private:
    void watch(const std::stop_token& ended, std::chrono::milliseconds grace);
    std::stop_source source_;
    std::jthread watcher_;
};

}  // namespace warpwise
