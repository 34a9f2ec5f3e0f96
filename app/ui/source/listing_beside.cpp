#include "ui/source/listing_beside.h"

#include <fmt/format.h>

#include <algorithm>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

// An instruction with the line that it comes from.
struct Row {
    int line = 0;
    const std::string* text = nullptr;
    std::uint32_t index = 0;
};

void draw_instructions(const Look& look, ListingBesideState& state, std::span<const Row> rows, int wanted,
                       std::optional<int>& clicked) {
    const FontScope font(look.fonts.mono, look.px(Fonts::kSmall) * look.code_scale);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, look.px(2)});
    const float height = ImGui::GetTextLineHeightWithSpacing(), width = ImGui::GetContentRegionAvail().x;
    const float number = text_width(look.fonts.mono, ImGui::GetFontSize(), "0000");
    if (wanted > 0 && wanted != state.scrolled) {
        const auto first = std::ranges::find(rows, wanted, &Row::line);
        if (first != rows.end()) {
            const float top = static_cast<float>(first - rows.begin()) * height, seen = ImGui::GetScrollY();
            if (top < seen || top + 3 * height > seen + ImGui::GetWindowHeight())
                ImGui::SetScrollY(std::max(0.0f, top - ImGui::GetWindowHeight() / 3));
        }
        state.scrolled = wanted;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    int before = 0, hovered = 0;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows.size()), height);
    while (clipper.Step()) {
        before = clipper.DisplayStart > 0 ? rows[static_cast<std::size_t>(clipper.DisplayStart) - 1].line : 0;
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const Row& row = rows[static_cast<std::size_t>(i)];
            const ImVec2 at = ImGui::GetCursorScreenPos(), end{at.x + width, at.y + height};
            const bool linked = row.line > 0 && row.line == wanted;
            if (linked) list.AddRectFilled(at, end, with_alpha(look.theme.accent, 0.18f));
            if (row.line > 0 && row.line != before)
                put_text(list, look.fonts.mono, ImGui::GetFontSize(), {at.x + number, at.y},
                         linked ? look.theme.text : look.theme.muted, std::to_string(row.line), 1);
            before = row.line;
            ImGui::SetCursorScreenPos({at.x + number + look.px(12), at.y});
            const ColourScope colours{{ImGuiCol_Text, row.line > 0 ? look.theme.text : look.theme.muted}};
            ImGui::TextUnformatted(row.text->c_str());
            if (row.line <= 0 || !ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(at, end)) continue;
            hovered = row.line;
            if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) clicked = row.line;
        }
    }
    state.hovered = hovered;
    ImGui::PopStyleVar();
}

// Those of the emulator, or words that say why there are none.
std::vector<Row> emulator_rows(const Look& look, const LineMarks* marks) {
    std::vector<Row> rows;
    if (marks == nullptr || marks->code == nullptr) {
        muted_text(look, "Step this kernel to see the emulator's own instructions.");
        return rows;
    }
    for (const DebugInstruction& in : marks->code->code) rows.push_back({in.line, &in.text, in.index});
    return rows;
}

const char* help_of(BesideForm form) {
    switch (form) {
        case BesideForm::emulator:
            return "What the emulator runs: its own instructions, which need no GPU. One of them works on all lanes of "
                   "a "
                   "warp. They are not a GPU's: compilers for GPUs make others.";
        case BesideForm::ptx: return "What NVIDIA's compiler makes of it: assembly for no GPU in particular";
        case BesideForm::sass: return "The machine code of one generation of GPUs";
    }
    return "";
}

}  // namespace

std::optional<int> listing_beside(const Look& look, ListingBesideState& state, ListingViewState& listing,
                                  const KernelSource& source, const LineMarks* marks, int wanted) {
    std::optional<int> clicked;
    static const std::string names[] = {"Emulator", "PTX", "SASS"};
    static const std::string help[] = {help_of(BesideForm::emulator), help_of(BesideForm::ptx), help_of(BesideForm::sass)};
    {
        const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
        int chosen = static_cast<int>(state.form);
        if (segmented(look, "beside_forms", names, chosen, help)) {
            state.form = static_cast<BesideForm>(chosen);
            state.scrolled = 0;
        }
        if (state.form == BesideForm::emulator)
            muted_text(look, "The emulator's instructions, not a GPU's");
        else
            listing_status(look, listing, source);
    }
    std::vector<Row> rows;
    state.hovered = 0;
    if (ImGui::BeginChild("##beside", {0, 0}, ImGuiChildFlags_NavFlattened, ImGuiWindowFlags_HorizontalScrollbar)) {
        if (state.form == BesideForm::emulator) {
            rows = emulator_rows(look, marks);
        } else if (const auto* lines = listing_lines(look, listing, state.form)) {
            for (const ListingLine& line : *lines) rows.push_back({line.source_line, &line.text, 0});
        }
        if (!rows.empty()) draw_instructions(look, state, rows, wanted > 0 ? wanted : state.hovered, clicked);
    }
    ImGui::EndChild();
    return clicked;
}

}  // namespace warpwise::ui
