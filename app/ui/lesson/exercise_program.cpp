// An exercise that is a whole program: whether it may run, and what its last run told, with lines to click.
#include <fmt/format.h>

#include <algorithm>

#include "base/paths.h"
#include "lesson/trusted_packs.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/exercise_panel.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kMostShownBytes = 20'000, kMostShownFindings = 20;
constexpr float kProgramOutputHeight = 120;  // unscaled

void finding_row(Workbench& bench, const ProgramFinding& finding, bool older) {
    const Look& look = bench.look;
    const ImU32 colour = older || finding.is_note ? look.theme.muted : look.theme.bad;
    if (finding.line > 0) {
        if (ImGui::TextLink(fmt::format("Line {}###line", finding.line).c_str())) bench.post(ask::ShowExerciseSource{finding.line});
        explain(look, "Shows the line in your program");
        ImGui::SameLine();
    }
    text_in(look, colour, fmt::format("{}{}", finding.is_note ? "note: " : "", finding.message));
}

void output_box(const Look& look, const std::string& output) {
    const std::string_view shown = std::string_view(output).substr(0, kMostShownBytes);
    const auto lines = static_cast<float>(std::ranges::count(shown, '\n') + (shown.ends_with('\n') ? 0 : 1));
    const float room = look.px(Fonts::kSmall) * 1.5f * lines + ImGui::GetStyle().ScrollbarSize + look.px(12);
    if (ImGui::BeginChild("program_output", {0, std::min(room, look.px(kProgramOutputHeight))}, ImGuiChildFlags_Borders,
                          ImGuiWindowFlags_HorizontalScrollbar)) {
        const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
        ImGui::TextUnformatted(shown.data(), shown.data() + shown.size());
    }
    ImGui::EndChild();
    if (shown.size() < output.size()) muted_text(look, "Only the beginning is shown.");
}

}  // namespace

bool trust_question(Workbench& bench, const Exercise& exercise, ExerciseState& state) {
    if (!exercise.program || state.trusts_lesson) return true;
    const Look& look = bench.look;
    const std::filesystem::path pack = pack_of(*bench.lesson);
    text_in(look, look.theme.warn,
            "This exercise is a whole program. It runs with your rights: it can read your files, and change them where the system "
            "does not prevent it. Run it only if you trust those who wrote this lesson.");
    muted_text(look, shown_path(pack));
    if (!quiet_button(look, "I trust these lessons###trust_pack")) return false;
    explain(look, "Programs of all lessons in this folder may run from now on");
    if (const auto kept = trust(pack); !kept) {
        state.save_problem = kept.error().text();
        return false;
    }
    return state.trusts_lesson = true;
}

void program_verdict(Workbench& bench, const ExerciseVerdict& verdict, bool older) {
    const Look& look = bench.look;
    std::size_t row = 0;
    if (!verdict.findings.empty()) muted_text(look, "Found with " + verdict.run + ":");
    for (const ProgramFinding& finding : verdict.findings) {
        if (row == kMostShownFindings) break;
        const IdScope id(static_cast<int>(row++));
        finding_row(bench, finding, older);
    }
    if (verdict.output.empty()) return;
    section_label(look, ("Output with " + verdict.run).c_str());
    output_box(look, verdict.output);
}

}  // namespace warpwise::ui
