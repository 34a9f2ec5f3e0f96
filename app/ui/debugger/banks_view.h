// The 32 banks of shared memory: which words of each bank the lanes access, and where one bank has to serve several.
#pragma once

#include <optional>

#include "ui/debugger/debug_view.h"

namespace warpwise::ui {

struct BanksViewState {
    std::optional<std::size_t> group;  // of lanes; nothing: the one with the most wavefronts
    std::uint64_t position = 0;        // of the access for which it was chosen
};

void draw_banks_view(DebugView&, BanksViewState&);
// The access that it shows: the chosen one, else the first of the line to shared memory; null: none.
const DebugAccess* shown_shared_access(const DebuggerState&);

}  // namespace warpwise::ui
