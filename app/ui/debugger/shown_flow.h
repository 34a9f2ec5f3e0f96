// What the view "flow" shows now, as data, to be drawn elsewhere than in the window.
#pragma once

#include "base/error.h"
#include "ui/debugger/flow_facts.h"

namespace warpwise::ui {

struct Workbench;

struct ShownFlow {
    Flow flow;
    std::string sentence;  // of the chosen row
};
// An error where the view has nothing to show yet (flow_panel.cpp).
Result<ShownFlow> shown_flow(Workbench&);

}  // namespace warpwise::ui
