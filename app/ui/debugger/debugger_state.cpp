#include "ui/debugger/debugger_state.h"

namespace warpwise::ui {

const DebugAccess* shown_access(const DebuggerState& state) {
    if (state.now == nullptr) return nullptr;
    const std::vector<DebugAccess>& accesses = state.now->next.empty() ? state.now->last : state.now->next;
    if (accesses.empty()) return nullptr;
    const std::size_t chosen = state.chosen_access.value_or(0);
    return &accesses[chosen < accesses.size() ? chosen : 0];
}

}  // namespace warpwise::ui
