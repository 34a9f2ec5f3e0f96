// What can be done about a fault at which the debugger stands, or which the line is about to make: its line is edited, the smallest
// launch that still fails is searched for, the array that it missed is shown in memory.
#pragma once

#include <optional>
#include <string>

#include "ui/debugger/debug_view.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct FaultHelp {
    enum class Search { offered, refused, running, found, is_smallest, ended };

    int line = 0;            // to edit; 0: there is none
    std::string array;       // that was missed; empty: none, or it is not known
    std::size_t access = 0;  // in DebugState::next, of that array
    std::string smallest;    // "Find the smallest n"; empty: no launch of this text can be searched for
    Search search = Search::offered;
    std::string words;    // of a search, unless it is only offered: how far it is, what it found, why it cannot begin
    float fraction = 0;   // of one that runs
    int* card = nullptr;  // FaultCardState::frame, for the card to note; may be null
};
struct FaultCardState {
    int frame = -1;  // in which a card of the fault was drawn with its buttons
};

// Nothing where there is none.
std::optional<FaultHelp> fault_help(const Workbench&);
// Below the words of the fault's card, with those of a search. In a low card these stand beside the buttons, as far as they fit, so
// that its height is always that of one row.
std::optional<FaultStep> fault_buttons(const Look&, const FaultHelp&, bool is_low);
// The buttons alone, in one row, and how wide it is.
std::optional<FaultStep> fault_button_row(const Look&, const FaultHelp&);
float fault_button_row_width(const Look&, const FaultHelp&);
void take_fault_step(Workbench&, FaultStep);

}  // namespace warpwise::ui
