// What the line that the warp is about to execute costs, why, and what to try: the text of the cause card and the headlines of the
// views. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "debug/debug_state.h"
#include "device/interface/debug_session.h"
#include "ui/debugger/access_pattern.h"

namespace warpwise::ui {

enum class CauseKind {
    calm,        // nothing costs more than it must
    sectors,     // lanes whose addresses lie apart
    misaligned,  // neighbouring addresses that begin within a sector
    bank_conflict,
    serial_atomics,
    serial_constants,
    divergence,
    barrier,
    race,         // of this line, or found so far in this block: a barrier is missing
    fault,        // the line's, or the block's, which stands in front of it
    empty_lanes,  // the block ends within the warp
    ended,
};

struct Cause {
    CauseKind kind = CauseKind::calm;
    int line = 0;
    double factor = 1;    // its cost, as a multiple of the minimum
    std::string title;    // "Line 13: 32 lanes, one bank: 32 wavefronts instead of 1"
    std::string why;      // "Consecutive lanes read addresses 128 bytes apart, ..."; may be empty
    std::string advice;   // what to try; may be empty
    std::string counter;  // what a GPU counts of it over a launch (docs/counters.md): "shared_load_wavefronts"; empty: nothing
    bool costs() const { return factor > 1; }
};

// Of the chosen warp, the most costly first; never empty.
struct CauseContext {
    std::span<const DebugArray> arrays = {};  // the session's
    std::string_view text = {};               // what was compiled; empty: not known
    const Fault* race = nullptr;              // of the whole block (DebugOverview::race)
};
std::vector<Cause> causes_of(const DebugState&, const CauseContext& = {});
// Of one access in which some lane takes part, and none faults.
Cause cause_of(const DebugAccess&);

// The name of a cost in a kernel's `fix` (fixable_costs() of the lesson); empty: there is no fix for it.
std::string_view fix_name(CauseKind);

// Above the picture of an access: "32 sectors, 12.5 % useful"; "4 wavefronts".
struct Headline {
    std::string text;
    bool costs = false;
};
Headline memory_headline(const DebugAccess&);
// "32 different words in one bank: 32 wavefronts where 1 would do."
Headline bank_headline(const DebugAccess&);

}  // namespace warpwise::ui
