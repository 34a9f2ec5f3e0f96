// What the view `request` shows now, as data, to be drawn elsewhere than in the window.
#pragma once

#include "ui/threads/request_facts.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// Of an open lesson (request_panel.cpp).
RequestFacts shown_request(Workbench&);

}  // namespace warpwise::ui
