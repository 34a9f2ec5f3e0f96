#include "ui/lesson/line_diff_view.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/kit/code_wrap.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {

// Marked at the left: a colour alone would not do. Long lines are wrapped.
void draw_line_diff(const Look& look, const std::vector<DiffLine>& lines) {
    using Kind = DiffLine::Kind;
    const FontScope font(look.fonts.mono, std::max(look.px(Fonts::kSmall), look.px(Fonts::kCode) * look.code_scale * 0.93f));
    const float advance = std::round(ImGui::GetFontSize() * 1.35f), pad = look.px(10), width = ImGui::GetContentRegionAvail().x;
    const float character = ImGui::CalcTextSize("0").x, mark = 2 * character;
    const auto columns = static_cast<std::size_t>(std::max(1.0f, (width - 2 * pad - mark) / character));
    std::vector<std::vector<CodeRow>> rows;
    std::size_t height = 0;
    for (const DiffLine& line : lines) height += rows.emplace_back(wrap_code(line.text, columns)).size();
    const ImVec2 at = ImGui::GetCursorScreenPos(), size{width, advance * static_cast<float>(height) + 2 * pad};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, look.theme.raised, ImGui::GetStyle().ChildRounding);
    ImVec2 pen{at.x + pad, at.y + pad};
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const DiffLine& line = lines[i];
        const ImU32 colour = line.kind == Kind::added     ? look.theme.good
                             : line.kind == Kind::removed ? look.theme.bad
                                                          : look.theme.muted;
        if (line.kind != Kind::same)
            list.AddRectFilled({at.x, pen.y}, {at.x + width, pen.y + advance * static_cast<float>(rows[i].size())},
                               mix(look.theme.raised, colour, 0.15f));
        list.AddText(pen, colour, line.kind == Kind::added ? "+" : line.kind == Kind::removed ? "-" : "");
        for (const CodeRow& row : rows[i]) {
            const char* const begin = line.text.data() + row.begin;
            list.AddText({pen.x + mark + character * static_cast<float>(row.indent), pen.y},
                         line.kind == Kind::same ? look.theme.muted : look.theme.text, begin, begin + row.length);
            pen.y += advance;
        }
    }
    ImGui::Dummy(size);
}

}  // namespace warpwise::ui
