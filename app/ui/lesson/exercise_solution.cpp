// What there is to read once an exercise is passed, or after two tries: what it cost beside the best known, and the solution.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/kit/draw.h"
#include "ui/kit/markdown.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/line_diff.h"
#include "ui/lesson/line_diff_view.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kTriesBeforeSolution = 2;

struct Cost {
    const char *counter, *label;
};
// What is worth comparing, whatever the lesson; those that neither text has are left out.
constexpr Cost kCosts[] = {{"warp_instructions", "warp instructions"},
                           {"global_load_sectors", "sectors loaded"},
                           {"global_store_sectors", "sectors stored"},
                           {"shared_wavefronts", "shared-memory wavefronts"}};

std::string count_text(const std::map<std::string, double>& counts, const char* counter) {
    const auto found = counts.find(counter);
    return found == counts.end() ? "0" : with_separators(std::llround(found->second));
}

bool is_counted(const ExerciseCost& cost, const char* counter) {
    return (cost.mine.contains(counter) && cost.mine.at(counter) > 0) || (cost.best.contains(counter) && cost.best.at(counter) > 0);
}

}  // namespace

bool may_see_solution(const ExerciseState& state, bool passed_before) {
    return passed_before || (state.verdict && state.verdict->passed) || state.tries >= kTriesBeforeSolution;
}

void exercise_cost(const Look& look, const ExerciseCost& cost) {
    if (cost.mine.empty() || cost.best.empty()) return;
    muted_text(look, "What it cost, counted by the emulator for " + cost.shape);
    if (!ImGui::BeginTable("##cost", 3, ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_BordersInnerH)) return;
    for (const char* name : {"##what", "yours", "best known"}) ImGui::TableSetupColumn(name);
    ImGui::TableHeadersRow();
    for (const Cost& row : kCosts) {
        if (!is_counted(cost, row.counter)) continue;
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(row.label);
        const std::string mine = count_text(cost.mine, row.counter), best = count_text(cost.best, row.counter);
        for (const std::string& text : {mine, best}) {
            ImGui::TableNextColumn();
            const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
            ImGui::TextUnformatted(text.c_str());
        }
    }
    ImGui::EndTable();
}

void exercise_solution(const Look& look, const Exercise& exercise, ExerciseState& state) {
    static const std::string ways[] = {"Hidden", "Solution", "Differences"};
    static const std::string help[] = {"Only your own version", "A version that passes",
                                       "What changes from your version (-) to the solution (+)"};
    section_label(look, "Solution");
    segmented(look, "solution", ways, state.solution_shown, help);
    if (state.solution_shown == 1) code_block(look, exercise.solution);
    if (state.solution_shown == 2) draw_line_diff(look, diff_lines(state.text, exercise.solution));
}

}  // namespace warpwise::ui
