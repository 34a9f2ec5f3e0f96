#include "ui/file/finding_card.h"

#include <fmt/format.h>
#include <imgui.h>

#include "experiment/file/launch_rows.h"
#include "experiment/run/emulator_check.h"
#include "ui/file/launch_pictures.h"
#include "ui/file/program_sources.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

void folded_hint(const Look& look, const std::string& hint) {
    if (hint.empty()) return;
    bool& is_open = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("hint_is_open"));
    if (small_button(look, is_open ? "Hide the hint###hint" : "Show the hint###hint")) is_open = !is_open;
    if (is_open) text_in(look, look.theme.text, hint);
}

}  // namespace

ImU32 finding_edge(const Look& look, bool is_mistake) { return is_mistake ? look.theme.bad : look.theme.warn; }

ImU32 finding_ground(const Look& look, bool is_mistake) {
    return mix(look.theme.panel, finding_edge(look, is_mistake), look.theme.dark ? 0.12f : 0.08f);
}

void place_row(Workbench& bench, const OpenedFile& opened, const std::string& text, const std::string& file, int line,
               ImU32 colour) {
    const bool leads_somewhere = line > 0 && can_show(bench.state<ProgramState>(), opened, file);
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(text.c_str(), nullptr, false, width);
    if (ImGui::Selectable("###place", false, leads_somewhere ? ImGuiSelectableFlags_None : ImGuiSelectableFlags_Disabled,
                          {0, size.y}))
        show_line_of(bench, opened, file, line);
    if (leads_somewhere) explain(bench.look, fmt::format("Shows line {} in Source", line));
    ImGui::SetCursorScreenPos(at);  // wrapped, which a selectable's own label is not
    text_in(bench.look, colour, text);
}

void finding_part(Workbench& bench, const OpenedFile& opened, const ProgramReport& report, const ProgramFinding& finding,
                  const ProgramLaunch* launch, const std::string& text) {
    const Look& look = bench.look;
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        place_row(bench, opened, finding_title(report, finding), finding.file, finding.line, look.theme.text);
    }
    if (!text.empty()) {
        const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
        text_in(look, look.theme.text, text);
    }
    if (launch != nullptr)
        for (const FaultLanes& warp : fault_lanes(*launch, finding)) lanes_item(look, warp);
    muted_text(look, words_for_kind(finding.kind));
    folded_hint(look, finding.hint);
}

}  // namespace warpwise::ui
