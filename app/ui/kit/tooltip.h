// Tooltips with the same padding everywhere, whatever padding the window below has; none while something is being dragged, since
// it would cover the control.
#pragma once

#include <string_view>

#include "ui/kit/theme.h"

namespace warpwise::ui {

// As ImGui::BeginTooltip(): close with ImGui::EndTooltip() when it returned true.
bool begin_tooltip(const Look&);
// Wrapped text.
void text_tooltip(const Look&, std::string_view text);

}  // namespace warpwise::ui
