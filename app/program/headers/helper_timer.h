// The stopwatches that NVIDIA's CUDA samples include as <helper_timer.h>. Times are the host's, in milliseconds.
#pragma once
#pragma clang system_header
#include <chrono>

class StopWatchInterface {
  public:
    virtual ~StopWatchInterface() = default;
    virtual void start() {
        begin_ = std::chrono::steady_clock::now();
        is_running_ = true;
    }
    virtual void stop() {
        last_ms_ = since_start();
        total_ms_ += last_ms_;
        ++sessions_;
        is_running_ = false;
    }
    virtual void reset() {
        last_ms_ = total_ms_ = 0;
        sessions_ = 0;
        if (is_running_) start();
    }
    virtual float getTime() { return is_running_ ? total_ms_ + since_start() : total_ms_; }
    virtual float getAverageTime() { return sessions_ > 0 ? total_ms_ / sessions_ : 0.f; }

  private:
    float since_start() const {
        return std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - begin_).count();
    }
    std::chrono::steady_clock::time_point begin_{};
    float last_ms_ = 0, total_ms_ = 0;
    int sessions_ = 0;
    bool is_running_ = false;
};

inline bool sdkCreateTimer(StopWatchInterface** timer) {
    *timer = new StopWatchInterface;
    return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer) {
    delete *timer;
    *timer = nullptr;
    return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer) { return *timer ? ((*timer)->start(), true) : false; }
inline bool sdkStopTimer(StopWatchInterface** timer) { return *timer ? ((*timer)->stop(), true) : false; }
inline bool sdkResetTimer(StopWatchInterface** timer) { return *timer ? ((*timer)->reset(), true) : false; }
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) { return *timer ? (*timer)->getAverageTime() : 0.f; }
inline float sdkGetTimerValue(StopWatchInterface** timer) { return *timer ? (*timer)->getTime() : 0.f; }
