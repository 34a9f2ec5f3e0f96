// Acts on the requests of the views: opens a session on a thread of its own, sends one command at a time, and keeps the session's
// answers in DebuggerState. Called once per frame; nothing here waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/debugger/debug_request.h"
#include "ui/debugger/debug_worker.h"
#include "ui/debugger/debugger_state.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

class DebugControl {
  public:
    explicit DebugControl(Workbench& bench) : bench_(bench), state_(bench.state<DebuggerState>()) {}

    void open(const ask::Debug&);
    // While a command is under way, only the newest of the others waits: a key that is held down or a drag can ask for steps faster
    // than
    // they are done.
    void step(const DebugCommand&);
    void to_last_write(const ask::DebugLastWrite&);
    void close();
    void cancel();
    void toggle_breakpoint(int line);

    bool update();      // true when a frame must show something new
    bool busy() const;  // something is under way, the count of the whole block too

  private:
    enum class Sent { nothing, open, command, count, read, ask };

    void take(DebugWorker::Opened);
    void take(DebugWorker::Refused);
    void take(Result<DebugState>);
    void take(Result<DebugOverview>);
    void take(std::vector<DebugMemory>);
    void take(DebugWorker::Told);

    void start(const ask::Debug&);
    void show(DebugState);
    void lose(const Error&);
    void forget();
    void follow_draft();
    void plan(const ask::Debug&);
    void plan_from(const DebugState&);
    bool takes_order_of_run(const DebugState&);
    std::optional<DebugCommand> command_to(const ask::DebugLastWrite&) const;
    void send_next();
    std::optional<DebugCommand> question() const;
    void send(Sent, DebugWorker::Order);

    Workbench& bench_;
    DebuggerState& state_;
    std::string kernel_;        // "lesson/kernel" of the draft, and "/exercise" after it: whose breakpoints the state has
    bool is_exercise_ = false;  // the session is of the learner's version of the exercise
    std::map<std::string, std::vector<DebugBreakpoint>> breakpoints_;  // of the other kernels
    ask::Debug asked_;                                                 // what the session was opened for
    std::deque<DebugCommand> planned_;                                 // follows the opening
    std::optional<DebugCommand> waiting_;
    std::optional<ask::DebugLastWrite> to_write_;  // what the plan ends with
    bool to_fault_ = false;                        // the plan leads to the fault's warp
    Sent sent_ = Sent::nothing;
    std::size_t outdated_ = 0;                       // answers still to come that are of a session before
    int counts_ = 0;                                 // counts of the whole block that have come
    bool count_again_ = false;                       // the one under way made room for a command
    bool reopened_ = false;                          // after a loss, and no command was done since
    std::vector<DebuggerState::WantedMemory> read_;  // what state_.memory is of
    bool read_is_old_ = false;
    DebugWorker worker_;  // last: joins before what it calls into goes
};

}  // namespace warpwise::ui
