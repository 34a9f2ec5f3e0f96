// What every panel may ask of the window around it.
#pragma once

#include <string>
#include <string_view>

#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// Reports the rectangle of the window or child that is open now under a stable name.
void report_rect(Workbench&, const char* name);

// Asks for a view to come to the front.
void focus_view(Workbench&, std::string_view id);

// In place of a view that the chosen kernel lacks: says so, and offers the kernels that have it.
void offer_kernels_with_view(Workbench&, const std::string& kind);

}  // namespace warpwise::ui
