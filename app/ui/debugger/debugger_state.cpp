#include "ui/debugger/debugger_state.h"

#include <algorithm>

#include "ui/debugger/cause.h"

namespace warpwise::ui {

const std::vector<DebugAccess>& shown_accesses(const DebugState& state) {
    return !state.next.empty() ? state.next : !state.done.empty() ? state.done : state.last;
}

const DebugAccess* shown_access(const DebuggerState& state) {
    if (state.now == nullptr) return nullptr;
    const std::vector<DebugAccess>& accesses = shown_accesses(*state.now);
    if (accesses.empty()) return nullptr;
    if (state.chosen_access && *state.chosen_access < accesses.size()) return &accesses[*state.chosen_access];
    // what the card tells of the line, unless the learner chose another: the access that costs the most, else the first
    const auto cost = [](const DebugAccess& access) { return access.mask == 0 ? 0.0 : cause_of(access).factor; };
    return &*std::ranges::max_element(accesses, {}, cost);
}

const DebugEvaluation* evaluation_of(const DebuggerState& state, std::string_view expression) {
    if (state.now == nullptr) return nullptr;
    for (const auto* const known : {&state.now->evaluated, &state.evaluated})
        if (const auto found = std::ranges::find(*known, expression, &DebugEvaluation::expression); found != known->end())
            return &*found;
    return nullptr;
}

namespace {

auto find_watch(auto& watched, const DebugBytes& bytes) {
    return std::ranges::find_if(
        watched, [&](const auto& one) { return one.watch.address == bytes.address && one.watch.bytes == bytes.bytes; });
}

}  // namespace

bool is_watched(const DebuggerState& state, const DebugBytes& bytes) {
    return find_watch(state.watched, bytes) != state.watched.end();
}

void toggle_watch(DebuggerState& state, const std::string& name, const DebugBytes& bytes) {
    if (const auto found = find_watch(state.watched, bytes); found != state.watched.end())
        state.watched.erase(found);
    else
        state.watched.push_back({name, {.address = bytes.address, .bytes = bytes.bytes}});
}

}  // namespace warpwise::ui
