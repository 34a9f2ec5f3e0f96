#include "ui/lesson/code_lines.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "ui/kit/code_colour.h"
#include "ui/kit/code_highlight.h"
#include "ui/kit/code_wrap.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

// One row of a line that may be wrapped; the tokens are those of the whole line, so that all of a comment is grey.
void draw_row(const Theme& t, ImVec2 at, const std::string& line, const std::vector<CodeToken>& tokens, const CodeRow& row,
              float character) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const CodeToken& token : tokens) {
        const std::size_t begin = std::max(token.begin, row.begin),
                          end = std::min(token.begin + token.length, row.begin + row.length);
        if (begin >= end) continue;
        const float x = at.x + character * static_cast<float>(row.indent + begin - row.begin);
        list.AddText({x, at.y}, code_colour(t, token.kind), line.data() + begin, line.data() + end);
    }
}

struct Part {
    int first = 1, last = 0, pointed = 0;
    bool ground = true;
};

void draw_part(const Look& look, const std::string& source, const Part& part) {
    const FontScope font(look.fonts.mono, code_size(look));
    const Theme& t = look.theme;
    std::vector<std::string> lines;
    for (const std::string_view line : lines_of(source)) lines.emplace_back(line);
    const int last = std::min(part.last, static_cast<int>(lines.size()));
    const float advance = std::round(ImGui::GetFontSize() * 1.35f), pad = part.ground ? look.px(8) : 0,
                width = ImGui::GetContentRegionAvail().x, character = ImGui::CalcTextSize("0").x, margin = code_margin(look);
    const auto columns = static_cast<std::size_t>(std::max(8.0f, (width - 2 * pad - margin) / character));
    std::vector<std::vector<CodeRow>> rows;
    std::size_t height = 0;
    for (int i = part.first; i <= last; ++i)
        height += std::max<std::size_t>(1, rows.emplace_back(wrap_code(lines[static_cast<std::size_t>(i - 1)], columns)).size());
    const ImVec2 at = ImGui::GetCursorScreenPos(), size{width, advance * static_cast<float>(height) + 2 * pad};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (part.ground) list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, t.raised, ImGui::GetStyle().ChildRounding);
    ImVec2 pen{at.x + pad, at.y + pad};
    for (int i = part.first; i <= last; ++i) {
        const auto& wrapped = rows[static_cast<std::size_t>(i - part.first)];
        const float tall = advance * static_cast<float>(std::max<std::size_t>(1, wrapped.size()));
        if (i == part.pointed)
            list.AddRectFilled({at.x, pen.y - look.px(1)}, {at.x + width, pen.y + tall - look.px(1)},
                               mix(t.raised, t.accent, 0.22f));
        const std::string number = i == part.pointed ? fmt::format("{:>2}>", i) : fmt::format("{:>2}", i);
        list.AddText(pen, i == part.pointed ? t.text : t.muted, number.c_str());
        float y = pen.y;
        const std::string& line = lines[static_cast<std::size_t>(i - 1)];
        const std::vector<CodeToken> tokens = tokenize_cuda(line);
        for (const CodeRow& row : wrapped) {
            if (row.indent > 0)
                draw_continuation(list, look, {pen.x + margin + character * (static_cast<float>(row.indent) - 3), y}, character,
                                  ImGui::GetFontSize());
            draw_row(t, {pen.x + margin, y}, line, tokens, row, character);
            y += advance;
        }
        pen.y += tall;
    }
    ImGui::Dummy(size);
}

}  // namespace

float code_size(const Look& look) { return std::max(look.px(Fonts::kSmall), look.px(Fonts::kCode) * look.code_scale * 0.93f); }

float code_margin(const Look& look) { return 4 * text_width(look.fonts.mono, code_size(look), "0"); }

void draw_code_lines(const Look& look, const std::string& source, int line) {
    const auto count = static_cast<int>(lines_of(source).size());
    draw_part(look, source, {1, count, line, true});
}

void draw_code_part(const Look& look, const std::string& source, int first, int last) {
    if (first <= last) draw_part(look, source, {first, last, 0, false});
}

}  // namespace warpwise::ui
