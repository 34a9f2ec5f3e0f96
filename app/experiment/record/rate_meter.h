// Pictures per second, renewed every half second.
#pragma once

#include <chrono>

namespace warpwise {

class RateMeter {
  public:
    void begin() { *this = RateMeter(); }
    void count() {
        ++count_;
        const double elapsed_s = std::chrono::duration<double>(Clock::now() - since_).count();
        if (elapsed_s < kWindowS) return;
        rate_ = count_ / elapsed_s;
        since_ = Clock::now();
        count_ = 0;
    }
    double per_second() const { return rate_; }  // 0: not known yet

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr double kWindowS = 0.5;
    Clock::time_point since_ = Clock::now();
    int count_ = 0;
    double rate_ = 0;
};

}  // namespace warpwise
