#include "cli/dap_adapter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/json.h"
#include "base/thread_name.h"
#include "cli/dap_settings.h"

namespace warpwise {

using nlohmann::json;

namespace {

constexpr const char* kNothingLaunched = "no kernel has been launched";

json capabilities() {
    json all;
    for (const char* name :
         {"supportsConfigurationDoneRequest", "supportsConditionalBreakpoints", "supportsHitConditionalBreakpoints",
          "supportsLogPoints", "supportsEvaluateForHovers", "supportsStepBack", "supportsExceptionInfoRequest",
          "supportsRestartRequest", "supportsTerminateRequest", "supportsSteppingGranularity", "supportsDataBreakpoints",
          "supportsCompletionsRequest", "supportsReadMemoryRequest", "supportsCancelRequest", "supportsBreakpointLocationsRequest",
          "supportsDisassembleRequest"})
        all[name] = true;
    all["completionTriggerCharacters"] = {".", ">"};
    all["exceptionBreakpointFilters"] = {{{"filter", "race"},
                                          {"label", "Data race"},
                                          {"description", "Stops before an access that races with another thread's"},
                                          {"default", true}}};
    return all;
}

std::string thread_name(std::size_t warp, const DebugWarp& summary) {
    switch (summary.activity) {
        case WarpActivity::done: return fmt::format("warp {}: finished", warp);
        case WarpActivity::at_barrier: return fmt::format("warp {}: waiting at the barrier on line {}", warp, summary.line);
        case WarpActivity::ready: break;
    }
    const int lanes = std::popcount(summary.active);
    return fmt::format("warp {}: line {}, {} lane{} active", warp, summary.line, lanes, lanes == 1 ? "" : "s");
}

// Clients that ask people for a setting send a text.
bool flag_in(const json& arguments, const char* key) {
    const json& value = json_part(arguments, key);
    return value == "true" || (value != "false" && value_or(arguments, key, false));
}

// Breakpoints of a kind that there is not: as many answers as were asked for.
json none_of(const json& arguments, const char* kind) {
    json told = json::array();
    for (const json& one : json_part(arguments, "breakpoints")) {
        static_cast<void>(one);
        told.push_back({{"verified", false}, {"message", fmt::format("there are no {} here: set one on a line", kind)}});
    }
    return json{{"breakpoints", std::move(told)}};
}

}  // namespace

bool DapAdapter::handle(const json& request, const std::stop_token& stop, DapMeanwhile* meanwhile) {
    if (!request.is_object() || json_part(request, "type") != "request") {
        writer_.output("console", "A message that is not a request was ignored.");
        return true;
    }
    meanwhile_ = meanwhile;
    then_ = nullptr;
    respond(request, stop);
    if (then_) std::exchange(then_, nullptr)();
    return dap_command_of(request) != "disconnect";
}

void DapAdapter::respond(const json& request, const std::stop_token& stop) {
    const std::string command = dap_command_of(request);
    try {
        auto body = answer(command, dap_arguments_of(request), stop);
        if (body)
            writer_.respond(request, std::move(*body));
        else
            writer_.refuse(request, body.error().text());
    } catch (const json::exception& error) {
        then_ = nullptr;
        writer_.refuse(request, fmt::format("the arguments of '{}' do not follow the protocol: {}", command, plain_words(error)));
    }
}

Result<json> DapAdapter::answer(const std::string& command, const json& arguments, const std::stop_token& stop) {
    if (command == "initialize") return initialize(arguments);
    if (command == "launch") return launch(arguments, stop);
    if (command == "restart") return restart(arguments, stop);
    if (command == "configurationDone") return configuration_done(stop);
    if (command == "setBreakpoints") return set_breakpoints(arguments);
    if (command == "setDataBreakpoints") return data_breakpoints_.set(arguments);
    if (command == "setExceptionBreakpoints") return set_exception_breakpoints(arguments);
    // Clients send these without being asked to.
    if (command == "setFunctionBreakpoints") return none_of(arguments, "breakpoints on functions");
    if (command == "setInstructionBreakpoints") return none_of(arguments, "breakpoints on instructions");
    if (command == "breakpointLocations") return breakpoint_locations(arguments);
    if (command == "threads") return threads();
    if (command == "disconnect" || command == "pause" || command == "cancel") return json();
    if (command == "terminate") {
        then_ = [this] { end_debugging(0); };
        return json();
    }
    return answer_when_stopped(command, arguments, stop);
}

Result<json> DapAdapter::answer_when_stopped(const std::string& command, const json& arguments, const std::stop_token& stop) {
    constexpr std::array moves{"next", "stepIn", "stepOut", "stepBack", "continue", "reverseContinue"};
    constexpr std::array looks{"stackTrace", "scopes",      "variables",          "evaluate",   "exceptionInfo",
                               "source",     "completions", "dataBreakpointInfo", "readMemory", "disassemble"};
    const bool is_move = std::ranges::find(moves, command) != moves.end();
    if (!is_move && std::ranges::find(looks, command) == looks.end())
        return failure(fmt::format("the request '{}' is not supported", command));
    if (launched() == nullptr) return failure(kNothingLaunched);
    if (command == "source") return source();
    if (state_ == nullptr) return failure("the kernel has not started", "It starts after configurationDone");
    if (command == "stackTrace") return stack_trace(arguments, stop);
    if (command == "scopes") return scopes(arguments, stop);
    if (command == "variables") return variables(arguments);
    if (command == "evaluate") return evaluate(arguments, stop);
    if (command == "completions") return completions(arguments, stop);
    if (command == "dataBreakpointInfo") return data_breakpoint_info(arguments, stop);
    if (command == "readMemory") return read_memory(arguments);
    if (command == "disassemble") return disassemble(arguments, stop);
    if (command == "exceptionInfo") return exception_info();
    return go(command, arguments, stop);
}

// --- start and end ---

Result<json> DapAdapter::initialize(const json& arguments) {
    first_line_ = value_or(arguments, "linesStartAt1", true) ? 1 : 0;
    first_column_ = value_or(arguments, "columnsStartAt1", true) ? 1 : 0;
    shows_progress_ = value_or(arguments, "supportsProgressReporting", false);
    shows_paging_ = value_or(arguments, "supportsVariablePaging", false);
    return capabilities();
}

Result<void> DapAdapter::open(const json& arguments, const std::stop_token& stop) {
    // Before the launch, which they may let fail.
    for (const std::string& words : words_about_settings(arguments)) writer_.output("important", words);
    auto launched = launcher_(arguments, stop);
    if (!launched) return std::unexpected(launched.error());
    stop_on_entry_ = flag_in(arguments, "stopOnEntry");
    stop_at_end_ = flag_in(arguments, "stopAtEnd");
    no_debug_ = flag_in(arguments, "noDebug");
    launched_ = std::move(*launched);
    state_.reset();
    states_.clear();
    frames_.clear();
    code_.reset();
    variables_.start({.parameters = launched_.parameters, .pages = shows_paging_},
                     [this](const DebugState& state, std::uint32_t frame) { return scope_of(state, frame); });
    breakpoints_.forget_hits();
    printed_ = findings_ = 0;
    told_race_.clear();
    ended_ = false;
    if (!launched_.words.empty()) writer_.output("console", launched_.words);
    return {};
}

Result<json> DapAdapter::launch(const json& arguments, const std::stop_token& stop) {
    if (launched() != nullptr) return failure("a kernel has already been launched", "Use restart, or end the session first");
    launch_arguments_ = arguments;
    if (const auto opened = open(arguments, stop); !opened) return std::unexpected(opened.error());
    then_ = [this, &stop] {
        settle_all();
        writer_.event("initialized", nullptr);
        if (configured_) begin(stop);
    };
    return json();
}

Result<json> DapAdapter::restart(const json& arguments, const std::stop_token& stop) {
    if (launch_arguments_.is_null()) return failure(kNothingLaunched);
    if (const json& changed = json_part(arguments, "arguments"); changed.is_object()) launch_arguments_ = changed;
    if (const auto opened = open(launch_arguments_, stop); !opened) return std::unexpected(opened.error());
    // Addresses are the launch's own.
    data_breakpoints_.forget();
    continued(0);
    then_ = [this, &stop] {
        settle_all();
        begin(stop);
    };
    return json();
}

Result<json> DapAdapter::configuration_done(const std::stop_token& stop) {
    configured_ = true;
    then_ = [this, &stop] {
        if (launched() != nullptr) begin(stop);
    };
    return json();
}

void DapAdapter::end_debugging(int exit_code) {
    if (launched() == nullptr) return;
    state_.reset();
    launched_ = {};
    configured_ = false;
    writer_.event("exited", {{"exitCode", exit_code}});
    writer_.event("terminated", nullptr);
}

void DapAdapter::lose(const Error& error) {
    writer_.output("stderr", error.text());
    end_debugging(1);
}

// --- breakpoints ---

// Those that were set before the program, or this text of it, was known.
void DapAdapter::settle_all() {
    for (json& one : breakpoints_.settle(launched_, first_line_))
        writer_.event("breakpoint", {{"reason", "changed"}, {"breakpoint", std::move(one)}});
}

Result<json> DapAdapter::set_breakpoints(const json& arguments) {
    json told = breakpoints_.set(arguments, launched(), first_line_);
    // Not every client shows the message of one that is not verified.
    if (launched() != nullptr)
        for (const json& one : told["breakpoints"])
            if (one["verified"] == false && one.contains("message"))
                writer_.output("important", fmt::format("The breakpoint on line {} does not stop: {}", one["line"].get<int>(),
                                                        one["message"].get<std::string>()));
    return told;
}

Result<json> DapAdapter::set_exception_breakpoints(const json& arguments) {
    const json& filters = json_part(arguments, "filters");
    stops_at_races_ = filters.is_array() && std::ranges::find(filters, "race") != filters.end();
    json told = json::array();
    for (std::size_t i = 0; i < filters.size(); ++i) told.push_back({{"verified", filters[i] == "race"}});
    return json{{"breakpoints", std::move(told)}};
}

Result<json> DapAdapter::breakpoint_locations(const json& arguments) const {
    json places = json::array();
    const int first = arguments.at("line").get<int>() + 1 - first_line_;
    const int last = value_or(arguments, "endLine", first - 1 + first_line_) + 1 - first_line_;
    for (const int line : launched_.statement_lines)
        if (line >= first && line <= last) places.push_back({{"line", line - 1 + first_line_}});
    return json{{"breakpoints", std::move(places)}};
}

Result<json> DapAdapter::threads() const {
    json threads = json::array();
    if (state_ != nullptr) {
        for (std::size_t warp = 0; warp < state_->warps.size(); ++warp)
            threads.push_back({{"id", warp + 1}, {"name", thread_name(warp, state_->warps[warp])}});
    } else if (launched() != nullptr) {
        for (std::uint64_t warp = 0; warp < warps_per_block(launched_.shape); ++warp)
            threads.push_back({{"id", warp + 1}, {"name", fmt::format("warp {}", warp)}});
    }
    return json{{"threads", std::move(threads)}};
}

}  // namespace warpwise
