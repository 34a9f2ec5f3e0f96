// Yours beside the lesson's: two runs of one launch on the same data, on the emulator, which counts.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ui/compare/compare_view.h"
#include "ui/compare/panels.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/outcome.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {
namespace {

const char* const kKinds[] = {"beyond the tolerance", "exact"};

void refresh(const Workbench& bench, CompareState& state, const ComparedRuns& runs) {
    std::string key = fmt::format("{}|{}|{}|{}", static_cast<int>(state.kind), state.array, runs.yours.wall_s, runs.lessons.wall_s);
    const bool same = key == state.key && state.yours == runs.yours.outputs && state.lessons == runs.lessons.outputs;
    if (same) return;
    state.key = std::move(key);
    state.yours = runs.yours.outputs;
    state.lessons = runs.lessons.outputs;
    const auto dtype = dtype_from_name(runs.lessons.dtype);
    const auto allowed = allowed_error(*bench.lesson, runs.lessons.request.parameters, dtype.value_or(DType::f32));
    state.facts = compare_facts(runs.yours, runs.lessons, state.kind, allowed.value_or(AllowedError{}), state.array);
}

void run_both(Workbench& bench) {
    bench.draft.with_lessons = true;
    bench.post(ask::Run{});
}

void nothing_yet(Workbench& bench) {
    if (bench.lesson == nullptr)
        return empty_state(bench.look, "No lesson is open",
                           "Open one from the course; then your text is compared with the lesson's.");
    if (bench.own_text() == nullptr)
        return empty_state(bench.look, "There is only the lesson's text",
                           "Edit the kernel in Source, or open Your version of the exercise: it then runs beside the lesson's.");
    empty_state(bench.look, "Not compared yet",
                "Both texts run on the same data: threads, elements and counts stand side by side.");
    ImGui::SetCursorPosX((ImGui::GetWindowWidth() - button_width("Run both###run_both")) / 2);
    const DisabledScope disabled(bench.results.status.busy);
    if (ImGui::Button("Run both###run_both")) run_both(bench);
}

void header(Workbench& bench, CompareState& state, const CompareFacts& facts, bool older) {
    const Look& look = bench.look;
    if (older) {
        if (small_button(look, "Run both again###run_both")) run_both(bench);
        explain(look, "Runs your text as it is now, and the lesson's, on the same data");
        ImGui::SameLine();
    }
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    if (facts.arrays.size() > 1) {
        int chosen = static_cast<int>(std::ranges::find(facts.arrays, facts.array) - facts.arrays.begin());
        if (segmented(look, "compared_array", facts.arrays, chosen)) state.array = facts.arrays[static_cast<std::size_t>(chosen)];
        ImGui::SameLine();
    }
    static const std::vector<std::string> names(std::begin(kKinds), std::end(kKinds));
    static const std::vector<std::string> help{"Elements differ where they are further apart than the lesson allows",
                                               "Elements differ where a single bit does"};
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(to_vec4(look.theme.muted), "differs:");
    ImGui::SameLine();
    int kind = static_cast<int>(state.kind);
    if (segmented(look, "difference_kind", names, kind, help)) state.kind = static_cast<DifferenceKind>(kind);
}

// Side by side where both have room.
void table_and_sweep(const CompareScene& scene) {
    const Look& look = scene.look();
    const float room = ImGui::GetContentRegionAvail().x, gap = look.px(28), least = look.px(360);
    const float left = std::min(look.px(560), room - gap - least);
    if (left < look.px(500)) {
        compare_table(scene);
        ImGui::Separator();
        return compare_sweep(scene, std::min(room, look.px(560)));
    }
    if (!ImGui::BeginTable("##costs_and_sweep", 2, ImGuiTableFlags_NoSavedSettings)) return;
    ImGui::TableSetupColumn("costs", ImGuiTableColumnFlags_WidthFixed, left);
    ImGui::TableSetupColumn("sweep", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    compare_table(scene);
    ImGui::TableNextColumn();
    compare_sweep(scene, std::min(ImGui::GetContentRegionAvail().x, look.px(640)));
    ImGui::EndTable();
}

}  // namespace

const CompareFacts* shown_comparison(Workbench& bench) {
    if (bench.lesson == nullptr || !bench.results.compared) return nullptr;
    CompareState& state = bench.state<CompareState>();
    refresh(bench, state, *bench.results.compared);
    return &state.facts;
}

void compare_panel(Workbench& bench) {
    report_rect(bench, "compare");
    if (shown_comparison(bench) == nullptr) return nothing_yet(bench);
    const IdScope id("compare");
    const Look& look = bench.look;
    const ComparedRuns& runs = *bench.results.compared;
    CompareState& state = bench.state<CompareState>();
    const CompareScene scene{.wb = bench,
                             .state = state,
                             .facts = state.facts,
                             .runs = runs,
                             .yours_older = !is_of_draft(runs.yours, bench),
                             .lessons_older = !are_values_of_draft(runs.lessons, bench)};
    muted_text(look, state.facts.yours.ran
                         ? fmt::format("{} ran on the same data. A lit cell is a thread whose element differs.",
                                       runs.is_solution ? "Your version and the lesson's solution" : "Your text and the lesson's")
                     : runs.is_solution ? "Only the lesson's solution ran."
                                        : "Only the lesson's text ran.");
    header(bench, state, state.facts, scene.yours_older || scene.lessons_older);
    ImGui::Dummy({0, look.px(4)});
    const float room = ImGui::GetContentRegionAvail().y;
    compare_grids(scene, std::clamp(room * 0.42f, look.px(120), look.px(330)));
    ImGui::Separator();
    compare_strips(scene);
    if (state.facts.rows.empty()) return;
    ImGui::Separator();
    table_and_sweep(scene);
}

}  // namespace warpwise::ui
