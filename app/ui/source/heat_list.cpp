#include "ui/source/heat_list.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

constexpr const char* kPopup = "##hottest_lines";
constexpr std::size_t kMostListed = 12, kLongestCode = 56;

// Of the text, without what it begins and ends with in blanks.
std::string code_of_line(std::string_view text, int line) {
    for (int at = 1; at < line; ++at) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return "";
        text.remove_prefix(end + 1);
    }
    text = text.substr(0, text.find('\n'));
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return "";
    text = text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
    if (text.size() <= kLongestCode) return std::string(text);
    std::size_t cut = kLongestCode;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;  // not within a character
    return std::string(text.substr(0, cut)) + " ...";
}

}  // namespace

std::vector<int> hottest_lines(const std::map<int, LineHeat>& heat, std::size_t most) {
    std::vector<int> lines;
    for (const auto& [line, cell] : heat) lines.push_back(line);
    std::ranges::sort(lines, {}, [&](int line) { return std::pair(-heat.at(line).share, line); });
    if (lines.size() > most) lines.resize(most);
    return lines;
}

void open_heat_list() { ImGui::OpenPopup(kPopup); }

std::optional<int> heat_list(const Look& look, const LineMarks& marks) {
    if (!ImGui::BeginPopup(kPopup)) return std::nullopt;
    std::optional<int> chosen;
    muted_text(look, "Hottest lines: " + marks.heat_of);
    if (ImGui::BeginTable("##hottest_table", 3, ImGuiTableFlags_SizingFixedFit)) {
        const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
        for (const int line : hottest_lines(marks.heat, kMostListed)) {
            const LineHeat& heat = marks.heat.at(line);
            ImGui::TableNextRow();
            const ImU32 hue = heat.costly ? look.theme.bad : look.theme.muted;
            ImGui::TableNextColumn();
            ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg, mix(look.theme.panel, hue, 0.10f + 0.35f * heat.share));
            const float width = look.px(64), text = ImGui::CalcTextSize(heat.text.c_str()).x;
            ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, width - text));
            ImGui::TextUnformatted(heat.text.c_str());
            ImGui::TableNextColumn();
            if (ImGui::Selectable(fmt::format("line {}###hot_{}", line, line).c_str(), false, ImGuiSelectableFlags_SpanAllColumns))
                chosen = line;
            explain(look, heat.help);
            ImGui::TableNextColumn();
            ImGui::TextColored(to_vec4(look.theme.muted), "%s", code_of_line(marks.text, line).c_str());
        }
        ImGui::EndTable();
    }
    ImGui::EndPopup();
    return chosen;
}

}  // namespace warpwise::ui
