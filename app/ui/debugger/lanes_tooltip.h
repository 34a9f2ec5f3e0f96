// The value of an expression in all lanes, in a tooltip.
#pragma once

#include <string>

namespace warpwise::ui {

struct Workbench;

// Of the warp that is stopped; nothing where the expression has no value in any lane and no reason to tell.
void lanes_tooltip(Workbench&, const std::string& expression);

}  // namespace warpwise::ui
