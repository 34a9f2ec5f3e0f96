// Strokes and texts that views share, drawn into a draw list without widgets.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

#include "ui/kit/theme.h"

namespace warpwise::ui {

float text_width(ImFont*, float size_px, std::string_view text);
// align 0: `at` is the left end, 0.5: the middle, 1: the right end. Whole pixels, so that glyphs stay sharp.
void put_text(ImDrawList&, ImFont*, float size_px, ImVec2 at, ImU32 colour, std::string_view text, float align = 0);
// As put_text, cut with an ellipsis at `width`.
void put_text_cut(ImDrawList&, ImFont*, float size_px, ImVec2 at, ImU32 colour, std::string_view text, float width);

// Before an item of this width: beside the last one where it fits, else on a new line.
void place_beside(float width);
// Of a button or check box with this label, as the style draws it.
float button_width(const char* label);

// Lines clipped by arithmetic: a clip rectangle a cell would be a draw call a cell. Lines of neighbouring cells meet.
void draw_hatch(ImDrawList&, ImVec2 min, ImVec2 max, ImU32 colour, float step);
void draw_stripes(ImDrawList&, ImVec2 min, ImVec2 max, ImU32 colour, float step, bool across);
// An arrow down and to the right, in the rows of a code box: the line goes on here. `height`: of the type.
void draw_continuation(ImDrawList&, const Look&, ImVec2 at, float character, float height);
void draw_cross(ImDrawList&, ImVec2 centre, float radius, ImU32 colour, float thickness);

}  // namespace warpwise::ui
