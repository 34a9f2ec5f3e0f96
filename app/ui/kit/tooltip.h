// Tooltips with the same padding everywhere, whatever padding the window below has; none while something is being dragged, since
// it would cover the control.
#pragma once

#include <string>
#include <string_view>

#include "ui/kit/theme.h"

namespace warpwise::ui {

// As ImGui::BeginTooltip(), at the mouse: close with ImGui::EndTooltip() when it returned true.
bool begin_tooltip(const Look&);
// Wrapped text at the mouse, for a part of a picture.
void text_tooltip(const Look&, std::string_view text);
// Wrapped text beside the item before it, which stays in sight: below it, above it at the lower edge of the window, else at its
// side. An item as tall as a picture has its text at the mouse.
void item_tooltip(const Look&, std::string_view text);

// The upper left corner of something of `size` beside `item` in `screen`.
ImVec2 place_beside_item(ImVec2 item_min, ImVec2 item_max, ImVec2 size, ImVec2 screen_min, ImVec2 screen_max, float gap,
                         float wanted_x);

// With line breaks, for places that do not wrap: no line has more than about 72 characters.
std::string at_reading_measure(std::string_view text);

}  // namespace warpwise::ui
