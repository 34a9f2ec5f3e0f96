// The word beside the tabs of the source: whether the text that is looked at compiles, or was checked.
#pragma once

#include "ui/kit/theme.h"
#include "ui/source/source_state.h"

namespace warpwise::ui {

// Nothing is compiled or edited there.
bool is_read_only(const SourcePanelState&);
// It is compiled while it is typed: a program is not, as it is checked by running it.
bool compiles_as_typed(const SourcePanelState&);

// Beside the item before it where there is room for the longest of its texts, else below: it stays there whatever it says. Returns
// where that room ends.
float state_of_text(const Look&, const SourcePanelState&);

}  // namespace warpwise::ui
