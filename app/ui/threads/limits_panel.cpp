// The limits of a launch, beside what the draft's launch asks for.
#include <fmt/format.h>
#include <imgui.h>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/threads/limits_facts.h"
#include "ui/threads/occupancy_asked.h"
#include "ui/threads/panels.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

struct Mark {
    const char *sign, *text;
    ImU32 colour;
};

Mark mark_of(const Theme& t, const LimitRow& row) {
    switch (row.state) {
        case LimitState::within: return {icon::kCheck, "within", t.good};
        case LimitState::outside: return {icon::kCross, row.of_launch == "0" ? "below 1" : "over the limit", t.bad};
        case LimitState::opt_in: return {icon::kWarning, "needs opt-in", t.warn};
        case LimitState::says_so: break;
    }
    return {"", "", t.muted};
}

void number_cell(const Look& look, const std::string& text, ImU32 colour) {
    const bool is_number = !text.empty() && text.find_first_not_of("0123456789,-") == std::string::npos;
    const FontScope font(is_number ? look.fonts.mono : look.fonts.regular, look.px(is_number ? Fonts::kCode : Fonts::kSmall));
    ImGui::TextColored(to_vec4(colour), "%s", text.c_str());
}

void draw_row(const Look& look, const LimitRow& row) {
    const Theme& t = look.theme;
    const Mark mark = mark_of(t, row);
    const bool outside = row.state == LimitState::outside;
    ImGui::TableNextRow();
    if (outside) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, with_alpha(t.bad, 0.14f));
    ImGui::TableNextColumn();
    ImGui::TextWrapped("%s", row.name.c_str());
    explain(look, row.help);
    ImGui::TableNextColumn();
    number_cell(look, row.of_launch, outside ? t.bad : t.text);
    ImGui::TableNextColumn();
    number_cell(look, row.most, t.muted);
    ImGui::TableNextColumn();
    if (*mark.text == '\0') return;
    ImGui::TextColored(to_vec4(mark.colour), "%s %s", mark.sign, mark.text);
    if (row.state != LimitState::within) explain(look, outside ? "The launch returns " + row.error + "." : row.help);
}

void draw_table(const Look& look, const SmLimits& sm, const std::vector<LimitGroup>& groups) {
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerH;
    if (!ImGui::BeginTable("##limits_table", 4, flags, ImGui::GetContentRegionAvail())) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("Limit", 0, 2.7f);
    ImGui::TableSetupColumn("This launch", 0, 2);
    ImGui::TableSetupColumn(fmt::format("At most ({})###most", sm.name()).c_str(), 0, 2);
    ImGui::TableSetupColumn("###mark", 0, 2.2f);
    ImGui::TableHeadersRow();
    for (const LimitGroup& group : groups) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        {
            const FontScope font(look.fonts.semibold, look.px(Fonts::kSmall));
            text_in(look, look.theme.muted, group.title);
        }
        for (const LimitRow& row : group.rows) draw_row(look, row);
    }
    ImGui::EndTable();
}

}  // namespace

void limits_panel(Workbench& bench) {
    const Look& look = bench.look;
    if (bench.lesson == nullptr) return empty_state(look, "No lesson is open", "Open one to see the limits of its launch.");
    if (!bench.draft.resolved) return empty_state(look, "This launch has no shape", bench.draft.resolved.error().text());
    const IdScope id("limits");
    const SmLimits& sm = chosen_sm(bench);
    const auto groups = launch_limits(sm, {.shape = bench.draft.resolved->shape,
                                           .needs = needs_of_kernel(bench),
                                           .multiprocessors = present_multiprocessors(bench.devices.present, sm)});
    capability_combo(bench, sm);
    explain(look, "The compute capability: the generation of a GPU. Choose any; no GPU is needed here.");
    text_in(look, is_refused(groups) ? look.theme.bad : look.theme.text, limits_verdict(sm, groups));
    draw_table(look, sm, groups);
}

}  // namespace warpwise::ui
