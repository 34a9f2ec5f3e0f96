// "from before your edit": the mark of results of a text or of values that the draft no longer has. What it marks is greyed.
#pragma once

#include <imgui.h>

#include <string_view>

#include "ui/kit/theme.h"

namespace warpwise::ui {

inline constexpr std::string_view kOlderThanEdit = "from before your edit", kOlderThanChange = "from before your change";

float older_tag_width(const Look&, std::string_view text);
void older_tag(const Look&, std::string_view text);                               // an item
void draw_older_tag(ImDrawList&, const Look&, ImVec2 at, std::string_view text);  // on a canvas

}  // namespace warpwise::ui
