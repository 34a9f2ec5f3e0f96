// How a client of the Debug Adapter Protocol moves a kernel, and what it is told when that stops.
#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/json.h"
#include "base/thread_name.h"
#include "cli/dap_adapter.h"

namespace warpwise {

using nlohmann::json;

namespace {

bool goes_back(DebugGo go) {
    return go == DebugGo::back_instruction || go == DebugGo::back_line || go == DebugGo::back_over ||
           go == DebugGo::back_to_breakpoint || go == DebugGo::back_to_start || go == DebugGo::back_to_write;
}

// Tells of what runs once it has run for a while, and of its end.
class MoveProgress {
  public:
    MoveProgress(DapWriter& writer, std::string id, std::string title, std::chrono::milliseconds after)
        : writer_(writer),
          id_(std::move(id)),
          title_(std::move(title)),
          after_(after),
          teller_([this](const std::stop_token& stop) {
              std::unique_lock lock(mutex_);
              waiting_.wait_for(lock, stop, after_, [] { return false; });
              if (stop.stop_requested()) return;
              is_told_ = true;
              writer_.event("progressStart", {{"progressId", id_}, {"title", title_}, {"cancellable", true}});
          }) {}
    ~MoveProgress() {
        teller_.request_stop();
        teller_.join();
        if (is_told_) writer_.event("progressEnd", {{"progressId", id_}});
    }
    MoveProgress(const MoveProgress&) = delete;
    MoveProgress& operator=(const MoveProgress&) = delete;

  private:
    DapWriter& writer_;
    std::string id_, title_;
    std::chrono::milliseconds after_;
    std::mutex mutex_;
    std::condition_variable_any waiting_;
    bool is_told_ = false;
    std::jthread teller_;  // last: it uses the others
};

std::string with_hint(const std::string& message, const std::string& hint) {
    return hint.empty() ? message : fmt::format("{}\n{}", message, hint);
}

}  // namespace

Result<json> DapAdapter::go(const std::string& command, const json& arguments, const std::stop_token& stop) {
    auto warp = warp_of(arguments);
    if (!warp) return std::unexpected(warp.error());
    // Of two quick steps, clients let the second one move a thread that they still believe to stand: people mean the one that
    // moved.
    if (meanwhile_ != nullptr && meanwhile_->is_early()) warp = state_->warp;
    const bool by_instruction = value_or<std::string>(arguments, "granularity", "statement") == "instruction";
    DebugGo how = DebugGo::over;
    if (command == "next") how = by_instruction ? DebugGo::instruction : DebugGo::over;
    if (command == "stepIn") how = by_instruction ? DebugGo::instruction : DebugGo::line;
    if (command == "stepOut") how = DebugGo::out;
    if (command == "stepBack") how = by_instruction ? DebugGo::back_instruction : DebugGo::back_over;
    if (command == "continue") how = DebugGo::to_breakpoint;
    if (command == "reverseContinue") how = DebugGo::back_to_breakpoint;
    const bool is_at_end = how == DebugGo::to_breakpoint && (state_->fault || ended_);
    then_ = [this, how, on = *warp, is_at_end, &stop] {
        if (is_at_end)  // nothing left to run
            end_debugging(state_->fault ? 1 : 0);
        else
            run(how, on, stop);
    };
    // Clients think that the other threads stay where they are unless they are told, and would let them run by themselves.
    if (!is_at_end) continued(*warp);
    return how == DebugGo::to_breakpoint ? json{{"allThreadsContinued", true}} : json();
}

void DapAdapter::continued(std::uint32_t warp) {
    writer_.event("continued", {{"threadId", warp + 1}, {"allThreadsContinued", true}});
}

void DapAdapter::begin(const std::stop_token& stop) {
    // From before the first statement of any warp, so that a breakpoint there counts.
    run(no_debug_ ? DebugGo::to_end : stop_on_entry_ ? DebugGo::stay : DebugGo::to_breakpoint, 0, stop);
}

void DapAdapter::run(DebugGo how, std::uint32_t warp, const std::stop_token& stop) {
    hit_.clear();
    std::optional<MoveProgress> progress;
    if (shows_progress_ && how != DebugGo::stay)
        progress.emplace(writer_, fmt::format("run-{}", ++made_progress_), goes_back(how) ? "Going back" : "Running the kernel",
                         progress_after);
    auto state = run_until_it_stops({.go = how, .warp = warp}, stop);
    progress.reset();
    if (state) show(std::move(*state), stop);
}

// Leg by leg: between two of them requests are answered, and breakpoints that only log or count are passed by. Nothing when there
// is no stop to tell of.
std::optional<DebugState> DapAdapter::run_until_it_stops(DebugCommand command, const std::stop_token& stop) {
    command.stop_at_race = stops_at_races_ && !no_debug_;
    for (;;) {
        const bool is_looked_at = breakpoints_.need_a_look();
        command.breakpoints = no_debug_ ? std::vector<DebugBreakpoint>() : breakpoints_.all();
        command.watched = no_debug_ ? std::vector<DebugWatch>() : data_breakpoints_.watched();
        command.look_ahead = !is_looked_at;
        auto state = launched_.session->run(command, meanwhile_ != nullptr ? meanwhile_->next_leg() : stop);
        if (!state) {
            lose(state.error());
            return std::nullopt;
        }
        if (meanwhile_ != nullptr && meanwhile_->is_abandoned()) return std::nullopt;
        if (state->reason == StopReason::cancelled && !stop.stop_requested() && meanwhile_ != nullptr) {
            keep(std::move(*state));
            if (!answer_meanwhile(stop)) return std::nullopt;
            command.goes_on = true;
            continue;
        }
        const bool is_breakpoint = state->reason == StopReason::breakpoint || state->reason == StopReason::data;
        if (!is_breakpoint) {
            if (!is_looked_at) return std::move(*state);
        } else if (passes_by(*state, !goes_back(command.go))) {
            if (!stop.stop_requested()) continue;
            state->reason = StopReason::cancelled;
        } else if (!is_looked_at) {
            return std::move(*state);
        }
        // With what the line is about to access.
        auto whole = launched_.session->run({.go = DebugGo::stay, .warp = state->warp}, {});
        if (!whole) {
            lose(whole.error());
            return std::nullopt;
        }
        state->next = std::move(whole->next);
        state->done = std::move(whole->done);
        return std::move(*state);
    }
}

bool DapAdapter::answer_meanwhile(const std::stop_token& stop) {
    while (auto request = meanwhile_->take()) {
        const auto kept = std::exchange(then_, nullptr);
        respond(*request, stop);
        then_ = kept;
        if (launched() == nullptr) return false;
    }
    return !meanwhile_->is_abandoned();
}

// Tells what a breakpoint logs. Whether the run goes on over it.
bool DapAdapter::passes_by(const DebugState& state, bool forwards) {
    hit_.clear();
    if (state.reason == StopReason::data) {
        const auto arrival = data_breakpoints_.arrive(state);
        if (arrival.stops) hit_.push_back(arrival.id);
        return !arrival.stops;
    }
    const auto arrival = breakpoints_.arrive(scope_of(state, 0), forwards);
    for (const std::string& text : arrival.logged)
        writer_.output("console", text, {{"source", dap_source(launched_)}, {"line", state.breakpoint - 1 + first_line_}});
    hit_ = arrival.ids;
    return !arrival.stops;
}

void DapAdapter::tell_finding(const Diagnostic& finding) {
    const std::string text = text_of({finding});
    if (finding.message == told_race_) return;
    json more{{"source", dap_source(launched_)}};
    if (finding.line > 0) more["line"] = finding.line - 1 + first_line_;
    if (finding.column > 0) more["column"] = finding.column - 1 + first_column_;
    writer_.output("stderr", text, std::move(more));
}

void DapAdapter::tell_output(const DebugState& state) {
    // Less than before after a step back; output that is printed again is not sent twice.
    if (state.printed.size() > printed_) writer_.output("stdout", state.printed.substr(printed_));
    printed_ = std::max(printed_, state.printed.size());
    for (; findings_ < state.findings.size(); ++findings_) tell_finding(state.findings[findings_]);
}

void DapAdapter::stopped(std::string_view reason, const std::string& description, const std::string& text, json more) {
    json body{{"reason", reason}, {"threadId", state_->warp + 1}, {"allThreadsStopped", true}, {"preserveFocusHint", false}};
    if (!description.empty()) body["description"] = description;
    if (!text.empty()) body["text"] = text;
    body.update(more);
    if (meanwhile_ != nullptr) meanwhile_->note_stop();
    writer_.event("stopped", std::move(body));
}

// Clients show the one or the other.
void DapAdapter::stopped_at_fault(const Fault& fault, const std::string& what) {
    stopped("exception", fmt::format("{}: {}", what, with_hint(fault.message, fault.hint)), with_hint(fault.message, fault.hint));
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

void DapAdapter::keep(DebugState state) {
    state_ = std::make_shared<const DebugState>(std::move(state));
    states_.clear();
    frames_.clear();
    variables_.clear();
}

void DapAdapter::show(DebugState stopped_at, const std::stop_token& stop) {
    auto next = at_its_fault(std::move(stopped_at), stop);
    if (!next) return lose(next.error());
    keep(std::move(*next));
    const State state = state_;
    ended_ = false;
    tell_output(*state);
    if (show_end(*state, stop)) return;
    if (state->fault) {
        if (no_debug_) {
            writer_.output("stderr", text_of(*state->fault));
            return end_debugging(1);
        }
        return stopped_at_fault(*state->fault, "Fault");
    }
    switch (state->reason) {
        case StopReason::breakpoint: {
            if (!state->condition_problem.empty()) writer_.output("important", state->condition_problem);
            const json hit = hit_.empty() ? json::object() : json{{"hitBreakpointIds", hit_}};
            return stopped("breakpoint", state->condition_problem, state->condition_problem, hit);
        }
        case StopReason::data: return stopped("data breakpoint", "A watched value has changed", {}, {{"hitBreakpointIds", hit_}});
        case StopReason::race: {
            if (!state->race) break;
            tell_finding({.file = state->race->file,
                          .line = state->race->line,
                          .column = state->race->column,
                          .message = state->race->message,
                          .hint = state->race->hint});
            told_race_ = state->race->message;
            return stopped_at_fault(*state->race, "Data race");
        }
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

}  // namespace warpwise
