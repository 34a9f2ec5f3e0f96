#include "ui/debugger/debug_worker.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

namespace warpwise::ui {
namespace {

Error internal_error(const std::exception& e) {
    return {ErrorKind::failure, fmt::format("the debugger ended with an internal error: {}", e.what()),
            "Please report it, with the kernel that caused it."};
}

}  // namespace

DebugWorker::DebugWorker() : thread_([this](const std::stop_token& stop) { loop(stop); }) {}

DebugWorker::~DebugWorker() {
    thread_.request_stop();
    stop();
}

void DebugWorker::submit(Order order) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back({std::move(order), {}});
    }
    wake_.notify_one();
}

void DebugWorker::stop() {
    const std::lock_guard lock(mutex_);
    running_.request_stop();
    for (Waiting& waiting : waiting_) waiting.stop.request_stop();
}

std::vector<DebugWorker::Answer> DebugWorker::poll() {
    const std::lock_guard lock(mutex_);
    return std::exchange(answers_, {});
}

std::string DebugWorker::doing() const {
    const std::lock_guard lock(mutex_);
    return doing_;
}

void DebugWorker::loop(const std::stop_token& stop) {
    while (true) {
        Order order = Close{};
        std::stop_token order_stop;
        {
            std::unique_lock lock(mutex_);
            if (!wake_.wait(lock, stop, [this] { return !waiting_.empty(); })) break;
            order = std::move(waiting_.front().order);
            running_ = std::move(waiting_.front().stop);
            waiting_.pop_front();
            order_stop = running_.get_token();
        }
        // The window may be closed between the two: what was taken before its stop is ended as well.
        const std::stop_callback ends_with_thread(stop, [this] { this->stop(); });
        std::optional<Answer> answer;
        try {
            answer = std::visit([&](auto& what) { return act(what, order_stop); }, order);
        } catch (const std::exception& e) {
            // The session is in no known state any more.
            run_.reset();
            answer = std::holds_alternative<Open>(order) ? Answer(Refused{{.fault = {}, .error = internal_error(e)}, false})
                                                         : Answer(Result<DebugState>(std::unexpected(internal_error(e))));
        }
        const std::lock_guard lock(mutex_);
        doing_.clear();
        if (answer) answers_.push_back(std::move(*answer));
    }
    run_.reset();
}

std::optional<DebugWorker::Answer> DebugWorker::act(Open& open, const std::stop_token& stop) {
    run_.reset();
    auto made = open.make(stop, [this](const std::string& what) {
        const std::lock_guard lock(mutex_);
        doing_ = what;
    });
    if (!made) return Refused{std::move(made.error()), stop.stop_requested()};
    run_ = std::move(*made);
    Result<DebugState> state = run_->session->run({.go = DebugGo::stay, .warp = open.warp, .breakpoints = {}}, stop);
    Opened opened{run_->source, run_->shape, run_->parameters, {}, std::move(state)};
    if (auto arrays = run_->session->arrays()) opened.arrays = std::move(*arrays);
    return opened;
}

namespace {

Error no_session() { return {ErrorKind::failure, "no session is open", "Start the debugger again."}; }

}  // namespace

std::optional<DebugWorker::Answer> DebugWorker::act(const DebugCommand& command, const std::stop_token& stop) {
    if (!run_) return Result<DebugState>(std::unexpected(no_session()));
    return run_->session->run(command, stop);
}

std::optional<DebugWorker::Answer> DebugWorker::act(const Count& count, const std::stop_token& stop) {
    if (!run_) return Result<DebugOverview>(std::unexpected(no_session()));
    return run_->session->overview(count.most_steps, stop);
}

std::optional<DebugWorker::Answer> DebugWorker::act(const Read& read, const std::stop_token&) {
    std::vector<DebugMemory> memory;
    for (const auto& [address, bytes] : read.wanted) {
        if (!run_) break;
        auto found = run_->session->read(address, bytes);
        memory.push_back({address, bytes, found ? std::move(*found) : std::vector<std::byte>{}});
    }
    return memory;
}

std::optional<DebugWorker::Answer> DebugWorker::act(const Ask& ask, const std::stop_token& stop) {
    if (!run_) return Told{ask.command, std::unexpected(no_session())};
    return Told{ask.command, run_->session->run(ask.command, stop)};
}

std::optional<DebugWorker::Answer> DebugWorker::act(const Close&, const std::stop_token&) {
    run_.reset();
    return std::nullopt;
}

}  // namespace warpwise::ui
