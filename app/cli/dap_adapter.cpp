#include "cli/dap_adapter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>

#include "base/json.h"
#include "base/thread_name.h"
#include "cli/debug_values.h"

namespace warpwise {

using nlohmann::json;

namespace {

constexpr const char* nothing_launched = "no kernel has been launched";

json capabilities() {
    json all;
    for (const char* name :
         {"supportsConfigurationDoneRequest", "supportsConditionalBreakpoints", "supportsEvaluateForHovers", "supportsStepBack",
          "supportsExceptionInfoRequest", "supportsRestartRequest", "supportsTerminateRequest", "supportsSteppingGranularity"})
        all[name] = true;
    all["exceptionBreakpointFilters"] = json::array();
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

// Paths may lead over links.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
    std::error_code error;
    return a == b || std::filesystem::equivalent(a, b, error);
}

}  // namespace

bool DapAdapter::handle(const json& request, const std::stop_token& stop) {
    if (!request.is_object() || json_part(request, "type") != "request") {
        writer_.output("console", "A message that is not a request was ignored.");
        return true;
    }
    const std::string command = dap_command_of(request);
    then_ = nullptr;
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
    if (then_) std::exchange(then_, nullptr)();
    return command != "disconnect";
}

Result<json> DapAdapter::answer(const std::string& command, const json& arguments, const std::stop_token& stop) {
    if (command == "initialize") return initialize(arguments);
    if (command == "launch") return launch(arguments, stop);
    if (command == "restart") return restart(arguments, stop);
    if (command == "configurationDone") return configuration_done(stop);
    if (command == "setBreakpoints") return set_breakpoints(arguments);
    // Clients send these without being asked to.
    if (command == "setExceptionBreakpoints" || command == "setFunctionBreakpoints" || command == "setInstructionBreakpoints")
        return json{{"breakpoints", json::array()}};
    if (command == "threads") return threads();
    if (command == "disconnect" || command == "pause") return json();
    if (command == "terminate") {
        then_ = [this] { end_debugging(0); };
        return json();
    }
    constexpr std::array known{"stackTrace", "scopes", "variables", "evaluate", "exceptionInfo", "source",
                               "next",       "stepIn", "stepOut",   "stepBack", "continue",      "reverseContinue"};
    if (std::ranges::find(known, command) == known.end()) return failure(fmt::format("the request '{}' is not supported", command));
    if (launched_.session == nullptr) return failure(nothing_launched);
    if (command == "source") return source();
    if (state_ == nullptr) return failure("the kernel has not started", "It starts after configurationDone");
    if (command == "stackTrace") return stack_trace(arguments, stop);
    if (command == "scopes") return scopes(arguments, stop);
    if (command == "variables") return variables(arguments);
    if (command == "evaluate") return evaluate(arguments, stop);
    if (command == "exceptionInfo") return exception_info();
    return go(command, arguments, stop);
}

// --- start and end ---

Result<json> DapAdapter::initialize(const json& arguments) {
    first_line_ = value_or(arguments, "linesStartAt1", true) ? 1 : 0;
    first_column_ = value_or(arguments, "columnsStartAt1", true) ? 1 : 0;
    return capabilities();
}

Result<void> DapAdapter::open(const json& arguments, const std::stop_token& stop) {
    stop_on_entry_ = value_or(arguments, "stopOnEntry", false);
    stop_at_end_ = value_or(arguments, "stopAtEnd", false);
    no_debug_ = value_or(arguments, "noDebug", false);
    auto launched = launcher_(arguments, stop);
    if (!launched) return std::unexpected(launched.error());
    launched_ = std::move(*launched);
    state_.reset();
    states_.clear();
    printed_ = findings_ = 0;
    ended_ = false;
    if (!launched_.words.empty()) writer_.output("console", launched_.words);
    return {};
}

Result<json> DapAdapter::launch(const json& arguments, const std::stop_token& stop) {
    if (launched_.session != nullptr) return failure("a kernel has already been launched", "Use restart, or end the session first");
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
    if (launch_arguments_.is_null()) return failure(nothing_launched);
    if (const json& changed = json_part(arguments, "arguments"); changed.is_object()) launch_arguments_ = changed;
    if (const auto opened = open(launch_arguments_, stop); !opened) return std::unexpected(opened.error());
    then_ = [this, &stop] {
        settle_all();
        begin(stop);
    };
    return json();
}

Result<json> DapAdapter::configuration_done(const std::stop_token& stop) {
    configured_ = true;
    then_ = [this, &stop] {
        if (launched_.session != nullptr) begin(stop);
    };
    return json();
}

void DapAdapter::begin(const std::stop_token& stop) {
    // From before the first statement of any warp, so that a breakpoint there counts.
    run(no_debug_ ? DebugGo::to_end : stop_on_entry_ ? DebugGo::stay : DebugGo::to_breakpoint, 0, stop);
}

void DapAdapter::end_debugging(int exit_code) {
    if (launched_.session == nullptr) return;
    state_.reset();
    launched_ = {};
    writer_.event("exited", {{"exitCode", exit_code}});
    writer_.event("terminated", nullptr);
}

void DapAdapter::lose(const Error& error) {
    writer_.output("stderr", error.text());
    end_debugging(1);
}

// --- breakpoints ---

void DapAdapter::settle(Breakpoint& one, const std::string& path) const {
    one.line = 0;
    one.problem.clear();
    if (!is_same_file(path, launched_.file)) {
        one.problem = "this is not the file that was launched";
        return;
    }
    if (!one.condition.empty())
        if (const auto parsed = DebugExpression::parse(one.condition); !parsed) {
            one.problem = fmt::format("the condition '{}' cannot be read: {}", one.condition, parsed.error());
            return;
        }
    if (launched_.statement_lines.empty()) {
        one.line = one.asked_line;
        return;
    }
    const auto place = std::ranges::lower_bound(launched_.statement_lines, one.asked_line);
    if (place == launched_.statement_lines.end())
        one.problem = "the kernel has no statement on this line or below it";
    else
        one.line = *place;
}

// Those that were set before the program, or this text of it, was known.
void DapAdapter::settle_all() {
    for (auto& [path, list] : breakpoints_)
        for (Breakpoint& one : list) {
            settle(one, path);
            writer_.event("breakpoint", {{"reason", "changed"}, {"breakpoint", json_of(one)}});
        }
}

json DapAdapter::json_of(const Breakpoint& one) const {
    const bool is_launched = launched_.session != nullptr;
    const bool is_verified = is_launched && one.line > 0 && one.problem.empty();
    json told{{"id", one.id}, {"verified", is_verified}, {"line", (one.line > 0 ? one.line : one.asked_line) - 1 + first_line_}};
    if (!one.problem.empty())
        told["message"] = one.problem;
    else if (!is_launched)
        told["message"] = "it is looked up when the kernel is launched";
    if (is_launched) told["source"] = source_json();
    return told;
}

json DapAdapter::source_json() const { return {{"name", launched_.file.filename().string()}, {"path", launched_.file.string()}}; }

Result<json> DapAdapter::set_breakpoints(const json& arguments) {
    const std::string path = value_or<std::string>(json_part(arguments, "source"), "path", "");
    std::vector<Breakpoint> list;
    json asked = json_part(arguments, "breakpoints");
    if (asked.is_null())
        for (const json& line : json_part(arguments, "lines")) asked.push_back({{"line", line}});
    for (const json& one : asked) {
        Breakpoint made{.id = ++made_breakpoints_,
                        .asked_line = one.at("line").get<int>() + 1 - first_line_,
                        .condition = value_or<std::string>(one, "condition", ""),
                        .problem = {}};
        if (launched_.session != nullptr) settle(made, path);
        list.push_back(std::move(made));
    }
    json told = json::array();
    for (const Breakpoint& one : list) told.push_back(json_of(one));
    breakpoints_[path] = std::move(list);
    return json{{"breakpoints", std::move(told)}};
}

std::vector<DebugBreakpoint> DapAdapter::breakpoints() const {
    std::vector<DebugBreakpoint> all;
    for (const auto& [path, list] : breakpoints_)
        for (const Breakpoint& one : list)
            if (one.line > 0 && one.problem.empty()) all.push_back({.line = one.line, .condition = one.condition, .warp = {}});
    return all;
}

// --- moving ---

Result<std::uint32_t> DapAdapter::warp_of(const json& arguments) const {
    const auto thread = arguments.at("threadId").get<std::int64_t>();
    if (thread < 1 || thread > static_cast<std::int64_t>(state_->warps.size()))
        return failure(fmt::format("there is no thread {}: the block has {} warps, and they are counted from 1 here", thread,
                                   state_->warps.size()));
    return static_cast<std::uint32_t>(thread - 1);
}

Result<json> DapAdapter::go(const std::string& command, const json& arguments, const std::stop_token& stop) {
    const auto warp = warp_of(arguments);
    if (!warp) return std::unexpected(warp.error());
    const bool by_instruction = value_or<std::string>(arguments, "granularity", "statement") == "instruction";
    DebugGo how = DebugGo::over;
    if (command == "next") how = by_instruction ? DebugGo::instruction : DebugGo::over;
    if (command == "stepIn") how = by_instruction ? DebugGo::instruction : DebugGo::line;
    if (command == "stepOut") how = DebugGo::out;
    if (command == "stepBack") how = by_instruction ? DebugGo::back_instruction : DebugGo::back_over;
    if (command == "continue") how = DebugGo::to_breakpoint;
    if (command == "reverseContinue") how = DebugGo::back_to_breakpoint;
    const bool goes_on = how == DebugGo::to_breakpoint && (state_->fault || ended_);
    then_ = [this, how, on = *warp, goes_on, &stop] {
        if (goes_on)  // nothing left to run
            end_debugging(state_->fault ? 1 : 0);
        else
            run(how, on, stop);
    };
    return how == DebugGo::to_breakpoint ? json{{"allThreadsContinued", true}} : json();
}

void DapAdapter::run(DebugGo how, std::uint32_t warp, const std::stop_token& stop) {
    auto state = launched_.session->run({.go = how, .warp = warp, .breakpoints = breakpoints()}, stop);
    if (!state) return lose(state.error());
    show(std::move(*state), stop);
}

void DapAdapter::tell_output(const DebugState& state) {
    // Less than before after a step back; output that is printed again is not sent twice.
    if (state.printed.size() > printed_) writer_.output("stdout", state.printed.substr(printed_));
    printed_ = std::max(printed_, state.printed.size());
    for (; findings_ < state.findings.size(); ++findings_) writer_.output("important", text_of({state.findings[findings_]}));
}

void DapAdapter::stopped(std::string_view reason, const std::string& description, const std::string& text) {
    json body{{"reason", reason}, {"threadId", state_->warp + 1}, {"allThreadsStopped", true}, {"preserveFocusHint", false}};
    if (!description.empty()) body["description"] = description;
    if (!text.empty()) body["text"] = text;
    if (reason == "breakpoint") {
        json ids = json::array();
        for (const auto& [path, list] : breakpoints_)
            for (const Breakpoint& one : list)
                if (one.line == state_->breakpoint && one.problem.empty()) ids.push_back(one.id);
        body["hitBreakpointIds"] = std::move(ids);
    }
    writer_.event("stopped", std::move(body));
}

// Whether the state is the end of the block or of the chosen warp; if so, it sends that stop.
bool DapAdapter::show_end(const DebugState& state, const std::stop_token& stop) {
    if (state.fault || state.reason == StopReason::cancelled || !(state.reason == StopReason::end || state.frames.empty()))
        return false;
    const auto living = std::ranges::find_if(state.warps, [](const DebugWarp& one) { return one.activity != WarpActivity::done; });
    if (living == state.warps.end()) {
        ended_ = true;
        if (!stop_at_end_) {
            end_debugging(0);
            return true;
        }
        stopped("pause", "The block has finished");
        return true;
    }
    // Only the chosen warp has finished; another one still runs.
    const std::uint32_t ended = state.warp;
    auto other =
        launched_.session->run({.go = DebugGo::stay, .warp = static_cast<std::uint32_t>(living - state.warps.begin())}, stop);
    if (!other) {
        lose(other.error());
        return true;
    }
    state_ = std::make_shared<const DebugState>(std::move(*other));
    stopped("step", fmt::format("Warp {} has finished", ended));
    return true;
}

// A fault is shown where it happened, which may be another warp than the one that was stepped.
Result<DebugState> DapAdapter::at_its_fault(DebugState state, const std::stop_token& stop) {
    if (!state.fault || !state.fault->thread || (state.fault->block && *state.fault->block != state.block)) return state;
    const std::uint32_t warp = warp_of_thread(launched_.shape, *state.fault->thread);
    if (warp == state.warp) return state;
    auto there = launched_.session->run({.go = DebugGo::stay, .warp = warp}, stop);
    if (!there) return there;
    there->reason = state.reason;
    there->fault = std::move(state.fault);
    return there;
}

void DapAdapter::show(DebugState stopped_at, const std::stop_token& stop) {
    auto next = at_its_fault(std::move(stopped_at), stop);
    if (!next) return lose(next.error());
    state_ = std::make_shared<const DebugState>(std::move(*next));
    const State state = state_;
    states_.clear();
    frames_.clear();
    variables_.clear();
    ended_ = false;
    tell_output(*state);
    if (show_end(*state, stop)) return;
    if (state->fault) {
        if (no_debug_) {
            writer_.output("stderr", text_of(*state->fault));
            return end_debugging(1);
        }
        return stopped("exception", "Fault", state->fault->message);
    }
    switch (state->reason) {
        case StopReason::breakpoint: return stopped("breakpoint", "");
        case StopReason::data: return stopped("data breakpoint", "");
        case StopReason::entry: return stopped("entry", "");
        case StopReason::start: return stopped("entry", "The start of the block");
        case StopReason::cancelled: return stopped("pause", "");
        case StopReason::budget: return stopped("pause", "The step budget is used up");
        case StopReason::step:
        case StopReason::barrier:
        case StopReason::access:
        case StopReason::end:
        case StopReason::fault: break;
    }
    stopped("step", "");
}

// --- looking ---

DebugScope DapAdapter::scope_of(const DebugState& state, std::uint32_t frame) const {
    const auto read = [session = launched_.session](std::uint64_t address, std::uint32_t bytes) -> std::optional<std::uint64_t> {
        const auto found = session->read(address, bytes);
        if (!found || found->size() != bytes) return std::nullopt;
        std::uint64_t bits = 0;
        std::memcpy(&bits, found->data(), std::min<std::size_t>(bytes, sizeof bits));
        return bits;
    };
    return {.state = state, .shape = launched_.shape, .frame = frame, .read = read};
}

Result<DapAdapter::State> DapAdapter::state_of(std::uint32_t warp, const std::stop_token& stop) {
    if (warp == state_->warp) return state_;
    if (const auto known = states_.find(warp); known != states_.end()) return known->second;
    auto state = launched_.session->run({.go = DebugGo::stay, .warp = warp}, stop);
    if (!state) return std::unexpected(state.error());
    return states_[warp] = std::make_shared<const DebugState>(std::move(*state));
}

Result<json> DapAdapter::threads() const {
    json threads = json::array();
    if (state_ != nullptr)
        for (std::size_t warp = 0; warp < state_->warps.size(); ++warp)
            threads.push_back({{"id", warp + 1}, {"name", thread_name(warp, state_->warps[warp])}});
    return json{{"threads", std::move(threads)}};
}

Result<json> DapAdapter::stack_trace(const json& arguments, const std::stop_token& stop) {
    const auto warp = warp_of(arguments);
    if (!warp) return std::unexpected(warp.error());
    const auto state = state_of(*warp, stop);
    if (!state) return std::unexpected(state.error());
    const std::size_t all = (*state)->frames.size();
    const std::size_t first = std::min(value_or<std::size_t>(arguments, "startFrame", 0), all);
    const std::size_t levels = value_or<std::size_t>(arguments, "levels", 0);
    json frames = json::array();
    for (std::size_t i = first; i < all && (levels == 0 || i - first < levels); ++i) {
        const DebugFrame& frame = (*state)->frames[i];
        frames_.push_back({*warp, static_cast<std::uint32_t>(i)});
        frames.push_back({{"id", frames_.size()},
                          {"name", frame.inlined ? frame.function + " (inlined)" : frame.function},
                          {"source", source_json()},
                          {"line", frame.line - 1 + first_line_},
                          {"column", std::max(frame.column, 1) - 1 + first_column_}});
    }
    return json{{"stackFrames", std::move(frames)}, {"totalFrames", all}};
}

Result<json> DapAdapter::scopes(const json& arguments, const std::stop_token& stop) {
    const auto id = arguments.at("frameId").get<std::int64_t>();
    if (id < 1 || id > static_cast<std::int64_t>(frames_.size())) return failure("this frame belongs to an earlier stop");
    const Frame& frame = frames_[static_cast<std::size_t>(id) - 1];
    const auto state = state_of(frame.warp, stop);
    if (!state) return std::unexpected(state.error());
    return json{{"scopes", variables_.scopes(*state, frame.index, launched_.shape)}};
}

Result<json> DapAdapter::variables(const json& arguments) {
    auto list = variables_.children(arguments.at("variablesReference").get<std::int64_t>());
    if (!list) return failure("these variables belong to an earlier stop");
    return json{{"variables", std::move(*list)}};
}

Result<json> DapAdapter::evaluate(const json& arguments, const std::stop_token& stop) {
    Frame frame{state_->warp, 0};
    if (const auto id = optional_in<std::int64_t>(arguments, "frameId"); id && *id > 0) {
        if (*id > static_cast<std::int64_t>(frames_.size())) return failure("this frame belongs to an earlier stop");
        frame = frames_[static_cast<std::size_t>(*id) - 1];
    }
    const auto state = state_of(frame.warp, stop);
    if (!state) return std::unexpected(state.error());
    auto value = variables_.evaluate(arguments.at("expression").get<std::string>(), *state, scope_of(**state, frame.index));
    if (!value) return failure(std::move(value.error()));
    return std::move(*value);
}

Result<json> DapAdapter::exception_info() const {
    if (!state_->fault) return failure("there is no fault at this stop");
    const Fault& fault = *state_->fault;
    return json{{"exceptionId", name_of(fault.kind)},
                {"description", fault.hint.empty() ? fault.message : fmt::format("{}\n{}", fault.message, fault.hint)},
                {"breakMode", "always"},
                {"details", {{"message", fault.message}, {"typeName", name_of(fault.kind)}}}};
}

Result<json> DapAdapter::source() const { return json{{"content", launched_.text}, {"mimeType", "text/x-cuda"}}; }

}  // namespace warpwise
