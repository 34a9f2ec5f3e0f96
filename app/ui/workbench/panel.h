// What every panel may ask of the window around it.
#pragma once

#include <string_view>

#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// Reports the rectangle of the window or child that is open now under a stable name.
void report_rect(Workbench&, const char* name);

// Asks for a view to come to the front.
void focus_view(Workbench&, std::string_view id);

}  // namespace warpwise::ui
