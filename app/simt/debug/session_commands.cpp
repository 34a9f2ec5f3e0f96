// What a session can be asked to do.
#include <algorithm>
#include <iterator>
#include <span>

#include "base/thread_name.h"
#include "simt/code/bytecode_facts.h"
#include "simt/debug/inspect.h"
#include "simt/debug/session.h"
#include "simt/execute/execute_objects.h"

namespace warpwise::simt {
namespace {

bool goes_back(DebugGo go) {
    switch (go) {
        case DebugGo::back_line:
        case DebugGo::back_over:
        case DebugGo::back_to_breakpoint:
        case DebugGo::back_instruction:
        case DebugGo::back_to_start:
        case DebugGo::back_to_write: return true;
        default: return false;
    }
}

}  // namespace

// Calls of the machine and inlined ones.
std::size_t Session::depth_of(const Warp& warp) const {
    std::size_t depth = warp.calls.size();
    if (warp.function == nullptr || warp.pc >= warp.function->locations.size()) return depth;
    for (std::uint32_t i = warp.function->locations[warp.pc].inlined_at; i != kNoIndex;
         i = warp.function->inlined_calls[i].inlined_at)
        ++depth;
    return depth;
}

DebugState Session::run(const DebugCommand& command, const std::stop_token& stop) {
    if (command.warp < run_.warp_count) chosen_ = command.warp;
    breakpoint_ = 0;
    data_changed_.reset();
    condition_problem_.clear();
    race_.reset();
    race_seen_ = 0;
    watches_races_ = command.stop_at_race && command.go != DebugGo::stay && !goes_back(command.go) && !launch_.race;
    if (command.go != DebugGo::stay && !command.goes_on) last_.clear();
    StopReason reason = carry_out(command, stop);
    if (reason == StopReason::breakpoint) note_breakpoint(command.breakpoints);
    if (goes_before_race()) reason = StopReason::race;
    if (reason == StopReason::fault && fault_->thread)  // the guilty warp is what one wants to see
        chosen_ = warp_of_thread(plan_.shape, *fault_->thread);
    return state(reason, command, stop);
}

StopReason Session::carry_out(const DebugCommand& command, const std::stop_token& stop) {
    if (goes_back(command.go) && position() == 0 && !has_begun()) return StopReason::start;
    switch (command.go) {
        case DebugGo::instruction: return step_instruction(command, stop);
        case DebugGo::line:
        case DebugGo::over:
        case DebugGo::out: return step_line(command, stop);
        case DebugGo::to_line: return run_to_line(command.line, stop);
        case DebugGo::to_barrier: return run_to_barrier(stop);
        case DebugGo::to_end: return reason_of(forward(~std::uint64_t{0}, {}, {}, stop), StopReason::end);
        case DebugGo::to_breakpoint: return run_to_breakpoint(command, stop);
        case DebugGo::back_instruction:
        case DebugGo::back_line:
        case DebugGo::back_over:
        case DebugGo::back_to_write: return go_back(command, stop);
        case DebugGo::back_to_breakpoint: return back_to_breakpoint(command, stop);
        case DebugGo::back_to_start: go_back_to(0); return first_statement(stop);
        case DebugGo::to_position: return reason_of(go_to(command.position, stop), StopReason::step);
        case DebugGo::stay: break;
    }
    return has_begun() ? StopReason::step : first_statement(stop);
}

// Whether the block has left its very beginning, where no statement has begun.
bool Session::has_begun() const {
    return std::ranges::any_of(std::span(run_.warps).first(run_.warp_count),
                               [](const Warp& warp) { return warp.statement.begun > 0; });
}

// A block is entered at the chosen warp's first statement.
StopReason Session::first_statement(const std::stop_token& stop) {
    return reason_of(
        forward(~std::uint64_t{0}, [this](const Warp& warp) { return warp.id == chosen_; }, {}, stop), StopReason::entry);
}

StopReason Session::reason_of(Arrival arrival, StopReason stopped) const {
    switch (arrival) {
        case Arrival::cancelled: return StopReason::cancelled;
        case Arrival::end:
            if (!fault_) return StopReason::end;
            return fault_->kind == FaultKind::step_budget ? StopReason::budget : StopReason::fault;
        case Arrival::limit:
        case Arrival::stopped: break;
    }
    return stopped;
}

StopReason Session::step_line(const DebugCommand& command, const std::stop_token& stop) {
    const std::size_t depth = command.goes_on ? step_depth_ : depth_of(run_.warps[chosen_]);
    step_depth_ = depth;
    const bool any_depth = command.go == DebugGo::line, out = command.go == DebugGo::out;
    bool ended = run_.warps[chosen_].status == WarpStatus::done;
    const auto is_next = [&](const Warp& warp) {
        ended = run_.warps[chosen_].status == WarpStatus::done;
        if (ended) return true;
        return warp.id == chosen_ && (any_depth || depth_of(warp) < depth + (out ? 0 : 1));
    };
    AccessRecorder recorder(run_, types_, command.values);
    const auto note = [&](const Warp& warp, const Instruction& in) {
        recorder.settle();
        if (warp.id == chosen_ && recorder.size() < kMostAccesses) recorder.note(warp, in, stepping_.now);
    };
    const Arrival arrival = forward(~std::uint64_t{0}, is_next, out ? OnInstruction() : note, stop);
    last_ = recorder.take();
    const bool faults = arrival == Arrival::end && fault_ && ends_in_instruction_;
    if (faults) std::erase_if(last_, [this](const DebugAccess& access) { return access.position == *end_; });  // it has not run
    return ended && arrival == Arrival::stopped ? StopReason::end : reason_of(arrival, StopReason::step);
}

StopReason Session::run_to_line(int line, const std::stop_token& stop) {
    const auto is_there = [&](const Warp& warp) {
        return warp.id == chosen_ && warp.statement.line == static_cast<std::uint32_t>(line);
    };
    return reason_of(forward(~std::uint64_t{0}, is_there, {}, stop), StopReason::step);
}

// All warps of the block that live wait; the barrier opens next.
StopReason Session::run_to_barrier(const std::stop_token& stop) {
    const auto is_last = [&](const Warp& warp, const Instruction& in) {
        if (in.op != Op::barrier || pause_at_ != 0) return;
        std::uint32_t others = 0;
        for (std::uint32_t i = 0; i < run_.warp_count; ++i)
            others += i != warp.id && run_.warps[i].status == WarpStatus::at_barrier ? 1 : 0;
        if (others + 1 == run_.turns.live) pause_after_this();
    };
    return reason_of(forward(~std::uint64_t{0}, {}, is_last, stop), StopReason::barrier);
}

// The last moment before a position, where the block stands, at which a wanted statement begins or a wanted instruction is about
// to run: by a replay from each checkpoint before it, the nearest first. Where only the chosen warp's are wanted, the checkpoints
// from which it did nothing are passed over: other warps may have had long turns meanwhile.
std::optional<Session::Moment> Session::last_moment(std::uint64_t before, const Wanted& wanted, const std::stop_token& stop) {
    const auto progress = [](const auto& warp) { return Progress{warp.steps, warp.statement.begun}; };
    Progress by_end = progress(run_.warps[chosen_]);
    if (run_.warps[chosen_].statement.is_new) --by_end.begun;  // it begins here, not before
    for (std::uint64_t end = before;;) {
        std::size_t from = checkpoints_.size() - 1;
        while (from > 0 && checkpoints_[from].position >= end) --from;
        for (; wanted.of_chosen && from > 0; --from) {
            const Progress by_begin = progress(*checkpoints_[from].image.warps[chosen_]);
            if (by_begin != by_end) break;
            end = checkpoints_[from].position;
        }
        go_back_to(checkpoints_[from].position);
        const std::uint64_t begin = position();
        by_end = progress(run_.warps[chosen_]);
        std::optional<Moment> found;
        const auto statement = [&](const Warp& warp) {
            if (stepping_.now < before && wanted.statement && wanted.statement(warp))
                found = Moment{stepping_.now, warp.id, warp.statement.begun, true};
            return false;
        };
        const auto instruction = [&](const Warp& warp, const Instruction& in) {
            if (stepping_.now >= before) return;
            if (const auto of = wanted.instruction(warp, in))
                found = Moment{stepping_.now, *of, run_.warps[*of].statement.begun, false};
        };
        if (forward(end, statement, wanted.instruction ? OnInstruction(instruction) : OnInstruction(), stop) == Arrival::cancelled)
            return std::nullopt;
        if (const auto of = wanted.at_end ? wanted.at_end(end < before) : std::nullopt)
            found = Moment{end, *of, run_.warps[*of].statement.begun, false};
        if (found || begin == 0) return found;
        end = begin;
    }
}

StopReason Session::go_back(const DebugCommand& command, const std::stop_token& stop) {
    const Moment from = here();
    const std::size_t depth = depth_of(run_.warps[chosen_]);
    Wanted wanted{.of_chosen = command.go != DebugGo::back_to_write};
    const auto if_so = [](bool is_wanted, const Warp& warp) { return is_wanted ? std::optional(warp.id) : std::nullopt; };
    switch (command.go) {
        case DebugGo::back_line: wanted.statement = [&](const Warp& warp) { return warp.id == chosen_; }; break;
        case DebugGo::back_over:
            wanted.statement = [&](const Warp& warp) { return warp.id == chosen_ && depth_of(warp) <= depth; };
            break;
        case DebugGo::back_instruction:
            wanted.instruction = [&](const Warp& warp, const Instruction&) { return if_so(warp.id == chosen_, warp); };
            break;
        default:
            wanted.instruction = [&](const Warp& warp, const Instruction& in) {
                return if_so(lanes_that_write(run_, warp, in, command.address, 1) != 0, warp);
            };
            break;
    }
    const auto found = last_moment(from.position, wanted, stop);
    if (stop.stop_requested()) {
        static_cast<void>(go_to(from, {}));
        return StopReason::cancelled;
    }
    if (!found) {
        if (command.go == DebugGo::back_to_write) {  // no warp wrote it: stay
            static_cast<void>(go_to(from, {}));
            return StopReason::start;
        }
        go_back_to(0);
        static_cast<void>(first_statement({}));
        return StopReason::start;
    }
    chosen_ = found->warp;
    static_cast<void>(go_to(*found, {}));
    return command.go == DebugGo::back_to_write ? StopReason::access : StopReason::step;
}

}  // namespace warpwise::simt
