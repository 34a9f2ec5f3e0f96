#include "ui/source/compile_check.h"

#include <utility>

namespace warpwise::ui {

CompileCheck::~CompileCheck() {
    thread_.request_stop();
    wake_.notify_all();
}

void CompileCheck::submit(DeviceSet& devices, std::string key, KernelSource source) {
    {
        const std::lock_guard lock(mutex_);
        waiting_ = Job{&devices, std::move(key), std::move(source)};
        outdated_.request_stop();
    }
    if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
    wake_.notify_one();
}

std::optional<CompileCheck::Result> CompileCheck::poll() {
    const std::lock_guard lock(mutex_);
    return std::exchange(finished_, std::nullopt);
}

bool CompileCheck::busy() const {
    const std::lock_guard lock(mutex_);
    return compiling_ || waiting_.has_value();
}

void CompileCheck::work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (wake_.wait(lock, stop, [this] { return waiting_.has_value(); })) {
        const Job job = *std::exchange(waiting_, std::nullopt);
        compiling_ = true;
        outdated_ = {};
        const std::stop_callback on_end(stop, [this] { outdated_.request_stop(); });
        const std::stop_token given_up = outdated_.get_token();
        lock.unlock();
        Result result{job.key, {}, 0};
        if (const auto device = job.devices->get(kind_that(&DeviceTraits::runs_everywhere))) {
            const auto program = (*device)->compile_until(job.source, given_up);
            if (program) result.compile_ms = (*program)->compile_ms;
            result.diagnostics = program ? (*program)->warnings : program.error();
        } else {
            result.diagnostics.push_back(
                {.file = job.source.origin, .severity = Severity::error, .message = device.error().text(), .hint = {}});
        }
        lock.lock();
        compiling_ = false;
        if (!given_up.stop_requested()) finished_ = std::move(result);
    }
}

}  // namespace warpwise::ui
