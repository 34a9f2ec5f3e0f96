// What a session tells of values in memory: who wrote them, what a statement has accessed so far, what expressions come to; and
// the stops at watched bytes.
#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <utility>

#include "debug/debug_parts.h"
#include "simt/debug/session.h"
#include "simt/debug/session_watching.h"

namespace warpwise::simt {

bool Watching::note(const Warp& warp, const Instruction& in) {
    for (std::size_t i = 0; i < watched_.size(); ++i) {
        const DebugWatch& watch = watched_[i];
        if (lanes_that_write(run_, warp, in, watch.address, watch.bytes) == 0) continue;
        pending_.push_back({i, read_(watch.address, watch.bytes)});
        writer_ = warp.id;
    }
    return is_pending();
}

std::optional<std::size_t> Watching::settle() {
    std::optional<std::size_t> found;
    for (const Pending& pending : std::exchange(pending_, {})) {
        const DebugWatch& watch = watched_[pending.index];
        if (!found && (watch.any_write || read_(watch.address, watch.bytes) != pending.before)) found = pending.index;
    }
    return found;
}

StopReason Session::run_to_breakpoint(const DebugCommand& command, const std::stop_token& stop) {
    bool at_breakpoint = false;
    const auto is_there = [&](const Warp& warp) {
        const auto hit =
            std::ranges::find_if(command.breakpoints, [&](const DebugBreakpoint& breakpoint) { return hits(breakpoint, warp); });
        if (hit == command.breakpoints.end()) return false;
        chosen_ = warp.id;
        breakpoint_ = hit->line;
        return at_breakpoint = true;
    };
    Watching watching(run_, command.watched, [this](std::uint64_t address, std::uint64_t bytes) { return read(address, bytes); });
    for (;;) {
        AccessRecorder recorder(run_, types_, command.values);
        const auto watch = [&](const Warp& warp, const Instruction& in) {
            if (watching.is_pending() || !watching.note(warp, in)) return;
            recorder.note(warp, in, stepping_.now);
            pause_after_this();
        };
        const Arrival arrival = forward(~std::uint64_t{0}, is_there, command.watched.empty() ? OnInstruction() : watch, stop);
        if (arrival != Arrival::stopped || !watching.is_pending()) return reason_of(arrival, StopReason::breakpoint);
        data_changed_ = watching.settle();
        if (data_changed_) {
            chosen_ = watching.writer();
            last_ = recorder.take();
            return StopReason::data;
        }
        if (at_breakpoint) return StopReason::breakpoint;
    }
}

StopReason Session::back_to_breakpoint(const DebugCommand& command, const std::stop_token& stop) {
    const Moment from = here();
    Watching watching(run_, command.watched, [this](std::uint64_t address, std::uint64_t bytes) { return read(address, bytes); });
    std::optional<std::size_t> changed;  // by the moment that was found last
    const auto has_changed = [&](bool counts) -> std::optional<std::uint32_t> {
        const auto index = watching.settle();
        if (!index || !counts) return std::nullopt;
        changed = index;
        return watching.writer();
    };
    Wanted wanted;
    wanted.statement = [&](const Warp& warp) {
        const bool is_hit = std::ranges::any_of(command.breakpoints, [&](const DebugBreakpoint& one) { return hits(one, warp); });
        if (is_hit) changed.reset();
        return is_hit;
    };
    if (!command.watched.empty()) {
        wanted.at_end = has_changed;
        wanted.instruction = [&](const Warp& warp, const Instruction& in) {
            const auto writer = has_changed(true);
            watching.note(warp, in);
            return writer;
        };
    }
    const auto found = last_moment(from.position, wanted, stop);
    if (stop.stop_requested()) {
        static_cast<void>(go_to(from, {}));
        return StopReason::cancelled;
    }
    if (!found) {
        go_back_to(0);
        static_cast<void>(first_statement({}));
        return StopReason::start;
    }
    chosen_ = found->warp;
    if (!found->is_statement) {
        last_ = accesses_at(found->position - 1, command.values);
        static_cast<void>(go_to(*found, {}));
        data_changed_ = changed;
        return StopReason::data;
    }
    static_cast<void>(go_to(*found, {}));
    breakpoint_ = static_cast<int>(run_.warps[chosen_].statement.line);
    return StopReason::breakpoint;
}

// Of the one instruction that runs from there; the block stands behind it.
std::vector<DebugAccess> Session::accesses_at(std::uint64_t moment, bool values) {
    static_cast<void>(go_to(moment, {}));
    AccessRecorder recorder(run_, types_, values);
    const auto note = [&](const Warp& warp, const Instruction& in) { recorder.note(warp, in, stepping_.now); };
    static_cast<void>(forward(moment + 1, {}, note, {}));
    return recorder.take();
}

std::optional<DebugWrite> Session::last_write(const DebugBytes& bytes, const std::stop_token& stop) {
    const Moment from = here();
    Wanted wanted;
    std::uint32_t lanes = 0;
    wanted.instruction = [&](const Warp& warp, const Instruction& in) -> std::optional<std::uint32_t> {
        const std::uint32_t writers = lanes_that_write(run_, warp, in, bytes.address, bytes.bytes);
        if (writers == 0) return std::nullopt;
        lanes = writers;
        return warp.id;
    };
    std::optional<DebugWrite> write;
    if (const auto found = last_moment(from.position, wanted, stop)) {
        write = DebugWrite{.warp = found->warp, .lane = 31 - std::countl_zero(lanes)};  // of several lanes the last one's stays
        for (DebugAccess& access : accesses_at(found->position, true))
            if (access.is_store && (access.mask >> write->lane & 1)) write->access = std::move(access);
        write->access.position = found->position;
    }
    static_cast<void>(go_to(from, {}));
    return write;
}

// The chosen warp has left a statement, and begins the next one with its next turn.
bool Session::is_between_statements() const {
    const Warp& warp = run_.warps[chosen_];
    return warp.statement.begun > 0 && stands_before_statement(warp);
}

std::vector<DebugAccess> Session::done_in_statement(bool values, const std::stop_token& stop) {
    const Warp& warp = run_.warps[chosen_];
    const std::uint64_t begun = warp.statement.begun;
    if (begun == 0 || warp.statement.is_new || warp.status == WarpStatus::done || is_between_statements()) return {};
    const Moment from = here();
    if (done_ && done_->warp == chosen_ && done_->begun == begun && done_->position == from.position) return done_->accesses;
    const auto start =
        last_moment(from.position, {.statement = [&](const Warp& one) { return one.id == chosen_; }, .of_chosen = true}, stop);
    AccessRecorder recorder(run_, types_, values);
    if (start && start->begun == begun && go_to(*start, {})) {
        const auto note = [&](const Warp& one, const Instruction& in) {
            recorder.settle();
            if (one.id == chosen_ && recorder.size() < kMostAccesses) recorder.note(one, in, stepping_.now);
        };
        static_cast<void>(forward(from.position, {}, note, {}));
    }
    recorder.settle();
    static_cast<void>(go_to(from, {}));
    done_ = {.position = from.position, .begun = begun, .warp = chosen_, .accesses = recorder.take()};
    return done_->accesses;
}

StopReason Session::step_instruction(const DebugCommand& command, const std::stop_token& stop) {
    const Warp& warp = run_.warps[chosen_];
    const bool begins_one = is_between_statements();  // the instruction does
    const std::uint64_t begun = warp.statement.begun + (begins_one ? 1 : 0);
    const bool goes_on = done_ && done_->warp == chosen_ && done_->begun == begun && done_->position == position();
    const bool is_known = warp.statement.is_new || begins_one || goes_on;
    std::vector<DebugAccess> accesses = goes_on && !warp.statement.is_new ? done_->accesses : std::vector<DebugAccess>();
    AccessRecorder recorder(run_, types_, command.values);
    const auto after_one = [&](const Warp& one, const Instruction& in) {
        recorder.settle();
        if (one.id != chosen_ || pause_at_ != 0) return;
        recorder.note(one, in, stepping_.now);
        pause_after_this();
    };
    const Arrival arrival = forward(~std::uint64_t{0}, {}, after_one, stop);
    if (arrival != Arrival::stopped) return reason_of(arrival, StopReason::step);
    std::ranges::move(recorder.take(), std::back_inserter(accesses));
    if (warp.statement.begun != begun || is_between_statements()) {
        last_ = std::move(accesses);
    } else if (is_known) {
        done_ = {.position = position(), .begun = begun, .warp = chosen_, .accesses = std::move(accesses)};
    }
    return StopReason::step;
}

const std::expected<DebugExpression, std::string>& Session::parsed(const std::string& text) {
    auto known = expressions_.find(text);
    if (known == expressions_.end()) known = expressions_.emplace(text, DebugExpression::parse(text)).first;
    return known->second;
}

DebugReader Session::reader() const {
    return [this](std::uint64_t address, std::uint32_t bytes) -> std::optional<std::uint64_t> {
        const auto found = read(address, bytes);
        std::uint64_t bits = 0;
        if (found.size() < bytes || bytes > sizeof bits) return std::nullopt;
        std::memcpy(&bits, found.data(), bytes);
        return bits;
    };
}

std::vector<DebugEvaluation> Session::evaluate(const DebugState& state, const std::vector<std::string>& texts) {
    std::vector<DebugEvaluation> all;
    std::map<std::string, std::vector<std::string>> now;
    for (const std::string& text : texts) {
        DebugEvaluation one{.expression = text};
        const auto& expression = parsed(text);
        if (!expression) {
            one.problem = expression.error();
            all.push_back(std::move(one));
            continue;
        }
        one.texts.resize(kDebugLanes);
        const DebugScope scope = scope_of(state, run_.warps[chosen_]);
        auto value = expression->value(scope);
        if (value) {
            read_children(scope, *value);
            for (int lane = 0; lane < kDebugLanes; ++lane) one.texts[static_cast<std::size_t>(lane)] = text_of(*value, lane);
        } else {
            one.problem = value.error();
        }
        if (const auto before = evaluated_.find(text); before != evaluated_.end() && before->second.size() == kDebugLanes)
            for (std::size_t lane = 0; lane < kDebugLanes; ++lane)
                if (!one.texts[lane].empty() && one.texts[lane] != before->second[lane]) one.changed |= 1u << lane;
        now.emplace(text, one.texts);
        all.push_back(std::move(one));
    }
    evaluated_ = std::move(now);
    return all;
}

}  // namespace warpwise::simt
