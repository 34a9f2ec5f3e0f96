#include "ui/kit/longest_text.h"

#include <algorithm>

#include "ui/kit/draw.h"

namespace warpwise::ui {

void put_longest_text(ImDrawList& list, ImFont* font, float size, ImVec2 at, ImU32 colour, std::span<const std::string> texts,
                      float width) {
    if (texts.empty()) return;
    const auto fits = [&](const std::string& text) { return text_width(font, size, text) <= width; };
    const auto found = std::ranges::find_if(texts, fits);
    put_text_cut(list, font, size, at, colour, found != texts.end() ? *found : texts.back(), width);
}

}  // namespace warpwise::ui
