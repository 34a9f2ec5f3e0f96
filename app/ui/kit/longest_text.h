// Texts that say more or less of the same: what there is room for.
#pragma once

#include <imgui.h>

#include <span>
#include <string>

namespace warpwise::ui {

// The first of the texts, the longest first, that fits `width`; where none does, the last is cut.
void put_longest_text(ImDrawList&, ImFont*, float size_px, ImVec2 at, ImU32 colour, std::span<const std::string> texts,
                      float width);

}  // namespace warpwise::ui
