#include "cli/trace_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/suggest.h"
#include "cli/debug_values.h"

namespace warpwise {
namespace {

// Up to this many lines get breakpoints, and everything between them runs at full speed; with more, each statement is examined.
constexpr int kMostBreakpoints = 1000;

class Tracer {
  public:
    Tracer(DebugSession& session, const TraceWish& wish, const std::stop_token& stop)
        : session_(session), wish_(wish), stop_(stop) {}

    Result<void> check_names();
    Result<TraceEnd> trace(const std::function<void(const TraceStep&)>& each);

  private:
    Result<DebugState> run(DebugGo go) {
        DebugCommand command{.go = go, .warp = wish_.warp, .look_ahead = false, .values = false};
        if (go == DebugGo::to_breakpoint)
            for (int line = wish_.first_line; line <= wish_.last_line; ++line)
                command.breakpoints.push_back({.line = line, .condition = {}, .warp = wish_.warp});
        return session_.run(command, stop_);
    }
    TraceStep step_of(DebugState&) const;
    bool is_wished(const DebugFrame& frame) const { return frame.line >= wish_.first_line && frame.line <= wish_.last_line; }
    bool has_few_lines() const { return wish_.last_line - wish_.first_line < kMostBreakpoints; }

    DebugSession& session_;
    const TraceWish& wish_;
    const std::stop_token& stop_;
};

// The warp has ended, or cannot go on.
bool is_last(const DebugState& state) {
    return state.frames.empty() || state.fault || state.reason == StopReason::end || state.reason == StopReason::fault ||
           state.reason == StopReason::budget || state.reason == StopReason::cancelled;
}

TraceEnd end_of(DebugState state) {
    TraceEnd end{.fault = std::move(state.fault), .findings = std::move(state.findings), .printed = std::move(state.printed)};
    if (state.reason == StopReason::budget) end.why = TraceEnd::Why::step_budget;
    if (state.reason == StopReason::cancelled) end.why = TraceEnd::Why::cancelled;
    return end;
}

Result<void> Tracer::check_names() {
    if (wish_.names.empty()) return {};
    std::set<std::string> missing(wish_.names.begin(), wish_.names.end()), met;
    auto state = run(DebugGo::stay);
    std::uint64_t steps = 0;
    for (; state && steps < wish_.most_steps; ++steps) {
        for (const DebugValue& variable : state->variables)
            if (variable.frame == 0) missing.erase(variable.name), met.insert(variable.name);
        if (missing.empty() || is_last(*state)) break;
        state = run(DebugGo::line);
    }
    if (!state) return std::unexpected(state.error());
    if (!missing.empty()) {
        const std::vector<std::string> known(met.begin(), met.end());
        const std::string near = did_you_mean(*missing.begin(), known);
        const std::string where =
            steps < wish_.most_steps ? std::string("in this trace") : fmt::format("in the first {} steps", steps);
        return usage_error(fmt::format("there is no variable '{}' {}", *missing.begin(), where),
                           near.empty() && !known.empty() ? fmt::format("The variables are {}.", listed(known)) : near);
    }
    if (steps == 0) return {};
    const auto start = run(DebugGo::back_to_start);
    if (!start) return std::unexpected(start.error());
    return {};
}

TraceStep Tracer::step_of(DebugState& state) const {
    const DebugFrame& frame = state.frames.front();
    TraceStep step{.step = state.line_step,
                   .line = frame.line,
                   .column = frame.column,
                   .function = frame.function,
                   .active = lanes_with(state, LaneStatus::active),
                   .variables = {},
                   .accesses = {}};
    for (DebugValue& variable : state.variables)
        if (variable.frame == 0 && (wish_.names.empty() || std::ranges::find(wish_.names, variable.name) != wish_.names.end()))
            step.variables.push_back(std::move(variable));
    return step;
}

Result<TraceEnd> Tracer::trace(const std::function<void(const TraceStep&)>& each) {
    auto state = run(DebugGo::stay);
    std::uint64_t told = 0;
    while (state && !is_last(*state)) {
        if (!is_wished(state->frames.front())) {
            state = run(has_few_lines() ? DebugGo::to_breakpoint : DebugGo::line);
            continue;
        }
        if (told++ == wish_.most_steps) {
            TraceEnd end = end_of(std::move(*state));
            end.why = TraceEnd::Why::most_steps;
            return end;
        }
        TraceStep step = step_of(*state);
        state = run(DebugGo::line);
        if (state) step.accesses = std::move(state->last);
        each(step);
    }
    if (!state) return std::unexpected(state.error());
    return end_of(std::move(*state));
}

}  // namespace

Result<TraceEnd> trace_warp(DebugSession& session, const TraceWish& wish, const std::function<void(const TraceStep&)>& each,
                            const std::stop_token& stop) {
    Tracer tracer(session, wish, stop);
    if (const auto checked = tracer.check_names(); !checked) return std::unexpected(checked.error());
    return tracer.trace(each);
}

}  // namespace warpwise
