#include "ui/debugger/debugger_state.h"

#include <algorithm>

#include "ui/debugger/cause.h"

namespace warpwise::ui {

const DebugAccess* shown_access(const DebuggerState& state) {
    if (state.now == nullptr) return nullptr;
    const std::vector<DebugAccess>& accesses = state.now->next.empty() ? state.now->last : state.now->next;
    if (accesses.empty()) return nullptr;
    if (state.chosen_access && *state.chosen_access < accesses.size()) return &accesses[*state.chosen_access];
    // what the card tells of the line, unless the learner chose another: the access that costs the most, else the first
    const auto cost = [](const DebugAccess& access) { return access.mask == 0 ? 0.0 : cause_of(access).factor; };
    return &*std::ranges::max_element(accesses, {}, cost);
}

}  // namespace warpwise::ui
