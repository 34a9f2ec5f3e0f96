// What each run cost: the learner's count, the lesson's, and the difference with its sign.
#include <imgui.h>

#include <string>

#include "ui/compare/compare_view.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

void number(const Look& look, double value, ImU32 colour) {
    const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
    const std::string text = value_text(value);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                         std::max(0.0f, ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x));
    ImGui::TextColored(to_vec4(colour), "%s", text.c_str());
}

void at_right(const Look& look, const std::string& text, ImU32 colour) {
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                         std::max(0.0f, ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x));
    ImGui::TextColored(to_vec4(colour), "%s", text.c_str());
}

// An arrow up, an arrow down, or two bars: the direction of the difference is never colour alone.
void draw_sign(const Look& look, int sign, ImU32 colour) {
    const float edge = look.px(10);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float x = at.x + ImGui::GetContentRegionAvail().x / 2, y = at.y + ImGui::GetTextLineHeight() / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (sign == 0) {
        for (const float dy : {-2.0f, 2.0f})
            list.AddLine({x - edge / 2, y + look.px(dy)}, {x + edge / 2, y + look.px(dy)}, colour, look.px(1.3f));
    } else {
        const float up = sign > 0 ? -edge / 2 : edge / 2;
        list.AddTriangleFilled({x, y + up}, {x + edge / 2, y - up}, {x - edge / 2, y - up}, colour);
    }
    ImGui::Dummy({edge, ImGui::GetTextLineHeight()});
}

void table_row(const CompareScene& scene, const CompareRow& row) {
    const Look& look = scene.look();
    const bool older = scene.yours_older || scene.lessons_older;
    const bool wrong = row.sign() < 0 && row.label == "elements right";
    const ImU32 colour = older || row.sign() == 0 ? look.theme.muted
                         : row.is_better()        ? look.theme.good
                         : wrong                  ? look.theme.bad
                                                  : look.theme.warn;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(row.label.c_str());
    ImGui::TableNextColumn();
    number(look, row.yours, scene.yours_older ? look.theme.muted : look.theme.text);
    ImGui::TableNextColumn();
    number(look, row.lessons, scene.lessons_older ? look.theme.muted : look.theme.text);
    ImGui::TableNextColumn();
    draw_sign(look, row.sign(), colour);
    ImGui::TableNextColumn();
    at_right(look, difference_text(row), colour);
}

}  // namespace

void compare_table(const CompareScene& scene) {
    const Look& look = scene.look();
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        ImGui::TextUnformatted("What each run costs");
    }
    const FontScope font(look.fonts.regular, look.px(14));
    const float width = std::min(ImGui::GetContentRegionAvail().x, look.px(560));
    if (ImGui::BeginTable("##costs", 5, ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_NoSavedSettings, {width, 0})) {
        ImGui::TableSetupColumn("count", ImGuiTableColumnFlags_WidthStretch, 2.1f);
        ImGui::TableSetupColumn("yours", ImGuiTableColumnFlags_WidthStretch, 1);
        ImGui::TableSetupColumn("the lesson's", ImGuiTableColumnFlags_WidthStretch, 1.1f);
        ImGui::TableSetupColumn("sign", ImGuiTableColumnFlags_WidthFixed, look.px(30));
        ImGui::TableSetupColumn("difference", ImGuiTableColumnFlags_WidthStretch, 1.2f);
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        for (const char* title : {"yours", "the lesson's"}) {
            ImGui::TableNextColumn();
            at_right(look, title, look.theme.muted);
        }
        ImGui::TableNextColumn();
        ImGui::TableNextColumn();
        at_right(look, "difference", look.theme.muted);
        for (const CompareRow& row : scene.facts.rows) table_row(scene, row);
        ImGui::EndTable();
    }
    muted_text(look, "Counted by the emulator.");
    ImGui::SameLine();
    if (small_button(look, "Copy CSV##compare")) ImGui::SetClipboardText(compare_csv(scene.facts).c_str());
    explain(look, "These counts, one per line");
}

}  // namespace warpwise::ui
