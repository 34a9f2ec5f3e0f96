#include "ui/file/smallest_program_view.h"

#include <fmt/format.h>
#include <imgui.h>

#include "base/counted.h"
#include "base/number_text.h"
#include "experiment/file/smallest_program_search.h"
#include "ui/file/finding_card.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

void setting_rows(Workbench& bench, const OpenedFile& opened, const SmallestProgram& found) {
    int row = 0;
    for (const SmallestProgram::Setting& one : found.settings) {
        const IdScope id(row++);
        const std::string place = one.line > 0 ? fmt::format(" in line {}", one.line) : "";
        place_row(bench, opened, fmt::format("{} = {}{}, instead of {}", one.name, one.now, place, with_separators(one.before)),
                  one.file, one.line, bench.look.theme.text);
    }
}

void found_card(Workbench& bench, const OpenedFile& opened, const SmallestProgram& found) {
    const Look& look = bench.look;
    const Card card(look, "smallest_program", finding_ground(look, true), finding_edge(look, true));
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, look.theme.text,
                found.settings.empty()
                    ? "No smaller case"
                    : fmt::format("The smallest case, after {}", counted(static_cast<std::uint64_t>(found.runs), "run")));
    }
    setting_rows(bench, opened, found);
    muted_text(look, found.settings.empty() ? text_of(found) : what_it_shows(found));
}

}  // namespace

void smallest_program_view(Workbench& bench, const OpenedFile& opened, ProgramState& state, const ProgramReport& report) {
    const Look& look = bench.look;
    if (report.mistake_count() == 0 || report.is_stopped) return;
    if (state.shrinking.valid()) {
        if (quiet_button(look, "Stop###smallest_program")) bench.post(ask::StopProgram{});
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        return muted_text(look, "Running the program again and again, with smaller numbers ...");
    }
    if (state.smallest && *state.smallest) return found_card(bench, opened, **state.smallest);
    if (state.smallest) text_in(look, look.theme.bad, sentence(state.smallest->error().text()));
    if (quiet_button(look, "Find the smallest case###smallest_program", !state.is_busy())) bench.post(ask::FindSmallestProgram{});
    explain(look,
            fmt::format(
                "Makes the program's numbers smaller (its arguments, -D, #define and int) and runs it again, for at most {:.0f} s, "
                "as long as the first mistake is found in the same line. Your files stay as they are.",
                SmallestProgramLimits{}.most_s));
}

}  // namespace warpwise::ui
