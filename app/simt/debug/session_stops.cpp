// Where a session stops on its way: conditions of breakpoints, and data races.
#include <fmt/format.h>

#include <algorithm>

#include "simt/debug/inspect.h"
#include "simt/debug/session.h"

namespace warpwise::simt {

// In any active lane. A text that is not an expression always holds: clients check it when it is set.
DebugExpression::Check Session::check(const std::string& condition, const Warp& warp) {
    const auto& known = parsed(condition);
    if (!known) return {.holds = true, .problem = {}};
    auto facts = conditions_.find(condition);
    if (facts == conditions_.end()) facts = conditions_.emplace(condition, Condition{.names = known->names()}).first;
    const DebugState here{.block = plan_.block_index(run_.block),
                          .warp = warp.id,
                          .lanes = lanes_of(run_, warp),
                          .variables = variables_named(run_, warp, facts->second.names)};
    DebugScope scope = scope_of(here, warp);
    scope.types = &debug_types_;
    return known->check(scope);
}

DebugScope Session::scope_of(const DebugState& state, const Warp& warp) const {
    const auto read_in_lane = [this, &warp](std::uint64_t address, std::uint32_t bytes, int lane) {
        return bits_at(run_, warp, address, bytes, lane);
    };
    return {.state = state, .shape = plan_.shape, .frame = 0, .read = reader(), .read_in_lane = read_in_lane};
}

// One whose condition has no value hits once, so that its author learns of it.
bool Session::hits(const DebugBreakpoint& breakpoint, const Warp& warp) {
    if (warp.statement.line != static_cast<std::uint32_t>(breakpoint.line)) return false;
    if (breakpoint.warp && *breakpoint.warp != warp.id) return false;
    if (breakpoint.condition.empty()) return true;
    const DebugExpression::Check here = check(breakpoint.condition, warp);
    return here.holds || (!here.problem.empty() && !conditions_.at(breakpoint.condition).is_told);
}

// Why it stopped, where it stands now.
void Session::note_breakpoint(const std::vector<DebugBreakpoint>& breakpoints) {
    const Warp& warp = run_.warps[chosen_];
    std::string problem;
    for (const DebugBreakpoint& one : breakpoints) {
        if (!hits(one, warp)) continue;
        if (one.condition.empty()) return;
        const DebugExpression::Check here = check(one.condition, warp);
        if (here.holds) return;
        conditions_.at(one.condition).is_told = true;
        if (problem.empty()) problem = fmt::format("The condition '{}' has no value: {}", one.condition, here.problem);
    }
    condition_problem_ = problem;
}

// A race is known once the access has been made: the next instruction sees it.
Session::OnInstruction Session::watching_races(const OnInstruction& then) {
    return [this, then](const Warp& warp, const Instruction& in) {
        if (launch_.race && race_seen_ == 0) {
            race_seen_ = stepping_.now;
            race_warp_ = last_warp_;
            if (race_seen_ != race_told_) pause_after_this();
        }
        last_warp_ = warp.id;
        if (then) then(warp, in);
    };
}

// To the access that races, which is about to be made. It stops there once: the next command goes on over it.
bool Session::goes_before_race() {
    if (!std::exchange(watches_races_, false) || !launch_.race) return false;
    if (race_seen_ == 0) {  // by the last instruction that ran
        race_seen_ = position();
        race_warp_ = last_warp_;
    }
    if (race_seen_ == race_told_) return false;
    race_told_ = race_seen_;
    race_ = launch_.race;
    chosen_ = race_warp_;
    last_.clear();
    breakpoint_ = 0;
    static_cast<void>(go_to(race_seen_ - 1, {}));
    return true;
}

}  // namespace warpwise::simt
