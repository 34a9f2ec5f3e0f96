#include "ui/kit/draw.h"

#include <algorithm>
#include <cmath>

namespace warpwise::ui {

namespace {

// Glyphs exist at whole sizes only: any other size would draw them scaled, and blurred.
float whole(float size_px) { return std::max(1.0f, std::round(size_px)); }

}  // namespace

float text_width(ImFont* font, float size_px, std::string_view text) {
    size_px = whole(size_px);
    return font->CalcTextSizeA(size_px, 1e9f, 0, text.data(), text.data() + text.size()).x;
}

void put_text(ImDrawList& list, ImFont* font, float size_px, ImVec2 at, ImU32 colour, std::string_view text, float align) {
    const float width = align == 0 ? 0 : text_width(font, size_px, text);
    list.AddText(font, whole(size_px), {std::round(at.x - width * align), std::round(at.y)}, colour, text.data(),
                 text.data() + text.size());
}

void put_text_cut(ImDrawList& list, ImFont* font, float size_px, ImVec2 at, ImU32 colour, std::string_view text, float width) {
    if (text_width(font, size_px, text) <= width) return put_text(list, font, size_px, at, colour, text);
    std::string cut(text);
    while (!cut.empty() && text_width(font, size_px, cut + "...") > width) cut.pop_back();
    while (!cut.empty() && (cut.back() == ' ' || cut.back() == ',')) cut.pop_back();
    if (!cut.empty()) put_text(list, font, size_px, at, colour, cut + "...");
}

void place_beside(float width) {
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    if (ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width <= right) ImGui::SameLine();
}

float button_width(const char* label) { return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x; }

void draw_hatch(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 colour, float step) {
    // the lines x + y = k * step
    const float first = std::ceil((min.x + min.y) / step) * step;
    for (float sum = first; sum < max.x + max.y; sum += step) {
        const ImVec2 low{std::max(min.x, sum - max.y), std::min(max.y, sum - min.x)};
        const ImVec2 high{std::min(max.x, sum - min.y), std::max(min.y, sum - max.x)};
        list.AddLine(low, high, colour, std::max(1.0f, step / 6));
    }
}

void draw_stripes(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 colour, float step, bool across) {
    const float thickness = std::max(1.0f, std::floor(step / 5));
    const float from = across ? min.y : min.x, to = across ? max.y : max.x;
    for (float at = std::ceil(from / step) * step; at + thickness <= to; at += step) {
        if (across)
            list.AddRectFilled({min.x, at}, {max.x, at + thickness}, colour);
        else
            list.AddRectFilled({at, min.y}, {at + thickness, max.y}, colour);
    }
}

// Strokes, since not every font has the glyph.
void draw_continuation(ImDrawList& list, const Look& look, ImVec2 at, float character, float height) {
    const float line = std::max(1.0f, look.px(1.2f)), tip = look.px(3);
    const ImU32 colour = with_alpha(look.theme.muted, 0.8f);
    const ImVec2 top{std::round(at.x + character * 0.5f), std::round(at.y + height * 0.2f)},
        corner{top.x, std::round(at.y + height * 0.6f)}, end{corner.x + character * 1.3f, corner.y};
    list.AddLine(top, corner, colour, line);
    list.AddLine(corner, end, colour, line);
    list.AddLine({end.x - tip, end.y - tip}, end, colour, line);
    list.AddLine({end.x - tip, end.y + tip}, end, colour, line);
}

void draw_cross(ImDrawList& list, ImVec2 centre, float radius, ImU32 colour, float thickness) {
    list.AddLine({centre.x - radius, centre.y - radius}, {centre.x + radius, centre.y + radius}, colour, thickness);
    list.AddLine({centre.x - radius, centre.y + radius}, {centre.x + radius, centre.y - radius}, colour, thickness);
}

}  // namespace warpwise::ui
