// The thread on which a debugger session lives. It does one thing at a time, and its answers are collected once per frame.
#pragma once

#include <condition_variable>
#include <deque>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "experiment/run/debug_run.h"
#include "ui/debugger/debugger_state.h"

namespace warpwise::ui {

// Makes a session; tests have one of their own.
using DebugMaker = std::function<std::expected<DebugRun, DebugRefusal>(const std::stop_token&,
                                                                       const std::function<void(const std::string&)>& say)>;

class DebugWorker {
  public:
    struct Open {
        DebugMaker make;
        std::uint32_t warp = 0;
    };
    struct Count {  // the overview
        std::uint64_t most_steps = 0;
    };
    struct Read {
        std::vector<DebuggerState::WantedMemory> wanted;
    };
    struct Ask {  // a command that does not move: what it tells besides the stop
        DebugCommand command;
    };
    struct Close {};
    using Order = std::variant<Open, DebugCommand, Count, Read, Ask, Close>;

    struct Opened {
        KernelSource source;
        LaunchShape shape;
        std::vector<std::string> parameters;
        std::vector<DebugArray> arrays;
        Result<DebugState> state;
    };
    struct Refused {
        DebugRefusal why;
        bool stopped = false;
    };
    struct Told {
        DebugCommand asked;
        Result<DebugState> state;
    };
    using Answer = std::variant<Opened, Refused, Result<DebugState>, Result<DebugOverview>, std::vector<DebugMemory>, Told>;

    DebugWorker();
    ~DebugWorker();  // stops and joins
    DebugWorker(const DebugWorker&) = delete;
    DebugWorker& operator=(const DebugWorker&) = delete;

    // Done after what is under way. Close has no answer; every other order has one, in turn.
    void submit(Order);
    // Ends what was submitted so far; the answers still come.
    void stop();
    std::vector<Answer> poll();
    std::string doing() const;  // while a session is being opened

  private:
    void loop(const std::stop_token& stop);
    std::optional<Answer> act(Open&, const std::stop_token&);
    std::optional<Answer> act(const DebugCommand&, const std::stop_token&);
    std::optional<Answer> act(const Count&, const std::stop_token&);
    std::optional<Answer> act(const Read&, const std::stop_token&);
    std::optional<Answer> act(const Ask&, const std::stop_token&);
    std::optional<Answer> act(const Close&, const std::stop_token&);

    mutable std::mutex mutex_;
    std::condition_variable_any wake_;
    struct Waiting {
        Order order;
        std::stop_source stop;
    };
    std::deque<Waiting> waiting_;
    std::vector<Answer> answers_;
    std::string doing_;
    std::stop_source running_;     // of what is under way
    std::optional<DebugRun> run_;  // of the thread alone
    std::jthread thread_;          // last, so that it ends first
};

}  // namespace warpwise::ui
