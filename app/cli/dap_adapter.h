// The requests of the Debug Adapter Protocol, answered from a debugger's session. Warps are the protocol's threads; a variable's
// children are its 32 lanes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/error.h"
#include "cli/dap_stream.h"
#include "cli/dap_variables.h"
#include "device/interface/debug_session.h"

namespace warpwise {

// A kernel that has been put under the debugger.
struct DapLaunched {
    std::shared_ptr<DebugSession> session;
    LaunchShape shape;
    std::filesystem::path file;        // absolute
    std::string text;                  // of the file, as it was compiled
    std::vector<int> statement_lines;  // where a warp can stop, ascending; empty: unknown
    std::string words;                 // warnings for people, a line each; may be empty
};
// From the arguments of a launch request.
using DapLauncher = std::function<Result<DapLaunched>(const nlohmann::json& arguments, const std::stop_token&)>;

class DapAdapter {
  public:
    DapAdapter(DapLauncher launcher, DapWriter& writer) : launcher_(std::move(launcher)), writer_(writer) {}

    // Answers a request and carries it out. `stop` interrupts what it runs. False after `disconnect`.
    bool handle(const nlohmann::json& request, const std::stop_token& stop);

  private:
    using Json = nlohmann::json;
    using State = std::shared_ptr<const DebugState>;
    struct Breakpoint {
        int id = 0, asked_line = 0;
        int line = 0;  // 0: none that a warp can stop at
        std::string condition, problem;
    };
    struct Frame {
        std::uint32_t warp = 0, index = 0;
    };

    // --- requests: the body of a response, or why there is none; `then_` runs after the response is sent ---
    Result<Json> answer(const std::string& command, const Json& arguments, const std::stop_token&);
    Result<Json> initialize(const Json&);
    Result<Json> launch(const Json&, const std::stop_token&);
    Result<Json> restart(const Json&, const std::stop_token&);
    Result<Json> configuration_done(const std::stop_token&);
    Result<Json> set_breakpoints(const Json&);
    Result<Json> threads() const;
    Result<Json> stack_trace(const Json&, const std::stop_token&);
    Result<Json> scopes(const Json&, const std::stop_token&);
    Result<Json> variables(const Json&);
    Result<Json> evaluate(const Json&, const std::stop_token&);
    Result<Json> exception_info() const;
    Result<Json> source() const;
    Result<Json> go(const std::string& command, const Json&, const std::stop_token&);

    // --- what happens between responses ---
    void begin(const std::stop_token&);
    void run(DebugGo, std::uint32_t warp, const std::stop_token&);
    void show(DebugState, const std::stop_token&);
    Result<DebugState> at_its_fault(DebugState, const std::stop_token&);
    bool show_end(const DebugState&, const std::stop_token&);
    void tell_output(const DebugState&);
    void stopped(std::string_view reason, const std::string& description, const std::string& text = {});
    void end_debugging(int exit_code);
    void lose(const Error&);

    Result<void> open(const Json& arguments, const std::stop_token&);
    void settle(Breakpoint&, const std::string& path) const;
    void settle_all();
    Json json_of(const Breakpoint&) const;
    Json source_json() const;
    std::vector<DebugBreakpoint> breakpoints() const;
    Result<State> state_of(std::uint32_t warp, const std::stop_token&);
    Result<std::uint32_t> warp_of(const Json& arguments) const;
    DebugScope scope_of(const DebugState&, std::uint32_t frame) const;

    DapLauncher launcher_;
    DapWriter& writer_;
    std::function<void()> then_;
    int first_line_ = 1, first_column_ = 1;  // as the client counts

    Json launch_arguments_;
    bool configured_ = false, ended_ = false;
    bool stop_on_entry_ = false, stop_at_end_ = false, no_debug_ = false;  // of the launch
    DapLaunched launched_;
    State state_;                            // null: nothing has been run
    std::map<std::uint32_t, State> states_;  // of other warps at this stop
    std::vector<Frame> frames_;              // by their ids, from 1
    DapVariables variables_;
    int made_breakpoints_ = 0;
    std::map<std::string, std::vector<Breakpoint>> breakpoints_;  // by the path that the client gives
    std::size_t printed_ = 0, findings_ = 0;                      // told so far
};

}  // namespace warpwise
