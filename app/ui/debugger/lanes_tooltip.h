// The value of an expression in all lanes, in a tooltip.
#pragma once

#include <string>

namespace warpwise::ui {

struct Workbench;

// Of the warp that is stopped; draws nothing if the expression has no value in any lane and there is no reason to show.
void lanes_tooltip(Workbench&, const std::string& expression);

}  // namespace warpwise::ui
