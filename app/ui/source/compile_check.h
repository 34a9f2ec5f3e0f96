// Compiles what is being typed, beside the window, so that a mistake is underlined soon after the last key.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "experiment/run/device_set.h"

namespace warpwise::ui {

class CompileCheck {
  public:
    struct Result {
        std::string key;  // as given to submit()
        Diagnostics diagnostics;
        double compile_ms = 0;
    };

    CompileCheck() = default;
    ~CompileCheck();  // gives a compilation in progress up
    CompileCheck(const CompileCheck&) = delete;
    CompileCheck& operator=(const CompileCheck&) = delete;

    // Replaces a text that still waits, and gives up one that the compiler has not come to an end with. `devices` outlives this
    // object.
    void submit(DeviceSet& devices, std::string key, KernelSource source);
    // The newest finished check, once.
    std::optional<Result> poll();
    bool busy() const;

  private:
    struct Job {
        DeviceSet* devices = nullptr;
        std::string key;
        KernelSource source;
    };
    void work(const std::stop_token& stop);

    mutable std::mutex mutex_;
    std::condition_variable_any wake_;
    std::optional<Job> waiting_;
    std::optional<Result> finished_;
    std::stop_source outdated_;  // of the compilation in progress
    bool compiling_ = false;
    std::jthread thread_;  // started at the first submit; last, so that it ends first
};

}  // namespace warpwise::ui
