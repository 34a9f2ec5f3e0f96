#include "ui/run/search_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/thread_name.h"
#include "experiment/run/emulator_check.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/run/outcome_sides.h"
#include "ui/workbench/outcome.h"

namespace warpwise::ui {
namespace {

bool went_wrong(const RunRecord& record) {
    if (!traits_of(record.device.kind).runs_kernels) return false;
    const CheckEnd end = end_of_check(record);
    return record.status == RunStatus::wrong || end == CheckEnd::found || end == CheckEnd::out_of_steps;
}

void line_link(Workbench& bench, const Fault& finding) {
    if (finding.line <= 0) return;
    if (ImGui::TextLink(fmt::format("line {}###search_line", finding.line).c_str())) bench.post(ask::ShowSourceLine{finding.line});
    explain(bench.look, "Show this line in the source");
}

void other_outcome(Workbench& bench, const OtherOutcome& found) {
    const Look& look = bench.look;
    text_in(look, look.theme.text, headline_of(found));
    if (found.found == OutcomeFound::other) outcome_sides(bench, found);
    if (!found.finding) {
        if (found.found == OutcomeFound::other)
            muted_text(look, "The full trace found no race: the order of atomics or of the blocks decides.");
        return;
    }
    muted_text(look, "The full trace found: " + with_thread_names(found.launch, found.finding->message));
    line_link(bench, *found.finding);
}

void smallest_case(Workbench& bench, const SmallestCase& found) {
    const Look& look = bench.look;
    text_in(look, look.theme.text, headline_of(*bench.lesson, found));
    if (found.end == SmallestEnd::right)
        return muted_text(look,
                          "Compared with the CPU routine: these values, other schedules, and the sizes that the lesson verifies.");
    if (found.end != SmallestEnd::found) return;
    muted_text(look, size_text(found) + ".");
    if (const std::string who = who_text(found); !who.empty()) muted_text(look, who);
    muted_text(look, "The launch panel now has these values. Undo (Ctrl+Z) restores yours.");
}

}  // namespace

void search_offers(Workbench& bench, const Outcome& outcome) {
    if (outcome.is_older || outcome.error_line > 0 || outcome.subject == Subject::exercise_check) return;
    const bool wrong = std::ranges::any_of(outcome.records, [](const RunRecord* record) { return went_wrong(*record); }) ||
                       (outcome.faulty != nullptr && went_wrong(*outcome.faulty));
    if (!wrong) return;
    const DisabledScope disabled(bench.results.status.busy);
    if (ImGui::Button("Smallest failing case##result")) bench.post(ask::FindSmallestCase{});
    explain(bench.look,
            "Searches for the smallest sizes, block and schedule that fail in the same way on the emulator, and sets them");
    const std::string other = "Find another outcome##result";
    place_beside(ImGui::CalcTextSize(other.c_str(), nullptr, true).x + 2 * ImGui::GetStyle().FramePadding.x);
    if (ImGui::Button(other.c_str())) bench.post(ask::FindOtherOutcome{});
    explain(bench.look, "Runs the launch on the emulator with its blocks and warps in other orders, until two results differ");
}

void search_card(Workbench& bench) {
    const KernelSearch* search = search_of_draft(bench);
    if (search == nullptr) return;
    const Look& look = bench.look;
    const Card card(look, "search", mix(look.theme.panel, look.theme.accent, look.theme.dark ? 0.10f : 0.07f), look.theme.accent);
    const FontScope font(look.fonts.regular, look.px(14));
    if (search->running)
        muted_text(look, bench.results.status.what.empty() ? "Searching" : "Searching: " + bench.results.status.what);
    else if (search->other)
        other_outcome(bench, *search->other);
    else if (search->smallest)
        smallest_case(bench, *search->smallest);
    else
        text_in(look, look.theme.text, "The search did not start: " + search->why_not);
}

}  // namespace warpwise::ui
