// The requests of the Debug Adapter Protocol, answered from a debugger's session. Warps are the protocol's threads; a variable's
// children are its 32 lanes.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/error.h"
#include "cli/dap_breakpoints.h"
#include "cli/dap_data_breakpoints.h"
#include "cli/dap_launched.h"
#include "cli/dap_stream.h"
#include "cli/dap_variables.h"

namespace warpwise {

// What a run meets on its way: requests that can be answered while the kernel runs.
class DapMeanwhile {
  public:
    virtual ~DapMeanwhile() = default;
    // For the next leg of the run: it stops for such a request, and when the run itself is to stop.
    virtual std::stop_token next_leg() = 0;
    virtual std::optional<nlohmann::json> take() = 0;
    // What comes next makes the run's stop of no interest: a restart or the end of the session.
    virtual bool is_abandoned() const = 0;
    // The move that is carried out was asked for before the client could know where the one in front of it has stopped.
    virtual bool is_early() const = 0;
    // The stop of the move that is carried out is about to be told: a request from now on may know it.
    virtual void note_stop() = 0;
};

class DapAdapter {
  public:
    DapAdapter(DapLauncher launcher, DapWriter& writer) : launcher_(std::move(launcher)), writer_(writer) {}

    // Answers a request and carries it out. `stop` interrupts what it runs. False after `disconnect`.
    bool handle(const nlohmann::json& request, const std::stop_token& stop, DapMeanwhile* meanwhile = nullptr);

    // A run that takes longer is reported as progress, to clients that can show it.
    std::chrono::milliseconds progress_after{700};

  private:
    using Json = nlohmann::json;
    using State = std::shared_ptr<const DebugState>;
    struct Frame {
        std::uint32_t warp = 0, index = 0;
    };

    // --- requests: the body of a response, or why there is none; `then_` runs after the response is sent ---
    void respond(const Json& request, const std::stop_token&);
    Result<Json> answer(const std::string& command, const Json& arguments, const std::stop_token&);
    Result<Json> answer_when_stopped(const std::string& command, const Json& arguments, const std::stop_token&);
    Result<Json> initialize(const Json&);
    Result<Json> launch(const Json&, const std::stop_token&);
    Result<Json> restart(const Json&, const std::stop_token&);
    Result<Json> configuration_done(const std::stop_token&);
    Result<Json> set_breakpoints(const Json&);
    Result<Json> set_exception_breakpoints(const Json&);
    Result<Json> breakpoint_locations(const Json&) const;
    Result<Json> threads() const;
    Result<Json> go(const std::string& command, const Json&, const std::stop_token&);

    // --- looking (dap_looking.cpp) ---
    Result<Json> stack_trace(const Json&, const std::stop_token&);
    Result<Json> scopes(const Json&, const std::stop_token&);
    Result<Json> variables(const Json&);
    Result<Json> evaluate(const Json&, const std::stop_token&);
    Result<Json> completions(const Json&, const std::stop_token&);
    Result<Json> data_breakpoint_info(const Json&, const std::stop_token&);
    Result<Json> read_memory(const Json&);
    Result<Json> disassemble(const Json&, const std::stop_token&);
    Result<Json> exception_info() const;
    Result<Json> source() const;
    Result<std::pair<Frame, State>> frame_of(const Json& arguments, const std::stop_token&);
    Result<State> state_of(std::uint32_t warp, const std::stop_token&);
    Result<std::uint32_t> warp_of(const Json& arguments) const;
    DebugScope scope_of(const DebugState&, std::uint32_t frame) const;

    // --- moving (dap_moving.cpp) ---
    void begin(const std::stop_token&);
    void run(DebugGo, std::uint32_t warp, const std::stop_token&);
    std::optional<DebugState> run_until_it_stops(DebugCommand, const std::stop_token&);
    bool answer_meanwhile(const std::stop_token&);
    bool passes_by(const DebugState&, bool forwards);
    void keep(DebugState);
    void show(DebugState, const std::stop_token&);
    Result<DebugState> at_its_fault(DebugState, const std::stop_token&);
    bool show_end(const DebugState&, const std::stop_token&);
    void tell_output(const DebugState&);
    void tell_finding(const Diagnostic&);
    void continued(std::uint32_t warp);
    void stopped(std::string_view reason, const std::string& description, const std::string& text = {}, Json more = Json::object());
    void stopped_at_fault(const Fault&, const std::string& what);
    void end_debugging(int exit_code);
    void lose(const Error&);

    Result<void> open(const Json& arguments, const std::stop_token&);
    void settle_all();
    const DapLaunched* launched() const { return launched_.session != nullptr ? &launched_ : nullptr; }

    DapLauncher launcher_;
    DapWriter& writer_;
    DapMeanwhile* meanwhile_ = nullptr;
    std::function<void()> then_;
    int first_line_ = 1, first_column_ = 1;               // as the client counts
    bool shows_progress_ = false, shows_paging_ = false;  // the client does
    int made_progress_ = 0;

    Json launch_arguments_;
    bool configured_ = false, ended_ = false;
    bool stop_on_entry_ = false, stop_at_end_ = false, no_debug_ = false;  // of the launch
    bool stops_at_races_ = true;
    DapLaunched launched_;
    State state_;                                                // null: nothing has been run
    std::map<std::uint32_t, State> states_;                      // of other warps at this stop
    std::vector<Frame> frames_;                                  // by their ids, from 1
    std::shared_ptr<const std::vector<DebugInstruction>> code_;  // of the launch; null: not asked for
    DapVariables variables_;
    DapBreakpoints breakpoints_;
    DapDataBreakpoints data_breakpoints_;
    std::vector<int> hit_;                    // ids of the breakpoints that stop it here
    std::size_t printed_ = 0, findings_ = 0;  // told so far
    std::string told_race_;
};

}  // namespace warpwise
