#include "ui/debugger/fault_help.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/thread_name.h"
#include "ui/debugger/debug_steps.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

bool same_launch(const ExperimentRequest& a, const ExperimentRequest& b) {
    return a.kernel == b.kernel && a.parameters == b.parameters && a.grid == b.grid && a.block == b.block && a.seed == b.seed &&
           a.edited_source == b.edited_source;
}

// "Find the smallest n": the search shrinks every size of the lesson, and is named after one where there is only one.
std::string search_name(const Lesson& lesson) {
    const auto is_size = [](const Parameter& parameter) { return parameter.kind == ParameterKind::size; };
    if (std::ranges::count_if(lesson.parameters, is_size) != 1) return "Find the smallest case";
    return "Find the smallest " + std::ranges::find_if(lesson.parameters, is_size)->id;
}

void note_search(const Workbench& bench, const ExperimentRequest& stepped, FaultHelp& help) {
    const std::optional<KernelSearch>& search = bench.results.search;
    if (!search) return;
    const bool is_of_this = same_launch(search->request, stepped);
    const bool found = search->smallest && search->smallest->end == SmallestEnd::found;
    if (found && same_launch(search->smallest->request, stepped)) {
        help.search = FaultHelp::Search::is_smallest;
        help.words = fmt::format("{}: {}", search->smallest->complete ? "The smallest case that fails" : "The smallest case found",
                                 settings_text(*bench.lesson, search->smallest->request));
    } else if (is_of_this && search->running) {
        help.search = FaultHelp::Search::running;
        help.words = bench.results.status.what.empty() ? "Searching" : "Searching: " + bench.results.status.what;
        help.fraction = bench.results.status.fraction;
    } else if (is_of_this && search->smallest) {
        help.search = found ? FaultHelp::Search::found : FaultHelp::Search::ended;
        help.words = headline_of(*bench.lesson, *search->smallest);
    } else if (is_of_this && !search->why_not.empty()) {
        help.search = FaultHelp::Search::ended;
        help.words = "The search did not start: " + search->why_not;
    }
}

struct FaultButton {
    std::string label;
    FaultStep step;
    std::string help;
    bool enabled = true;
};

std::vector<FaultButton> buttons_of(const FaultHelp& help) {
    using Search = FaultHelp::Search;
    std::vector<FaultButton> buttons;
    if (help.line > 0)
        buttons.push_back({fmt::format("Edit line {}###fault_edit", help.line), FaultStep::edit_line,
                           "Puts the cursor on this line of the source"});
    if (help.search == Search::running)
        buttons.push_back({"Cancel the search###fault_cancel", FaultStep::cancel_search, help.words + " (Esc cancels it)"});
    else if (help.search == Search::found)
        buttons.push_back({"Step this case###fault_step", FaultStep::step_smallest,
                           help.words + "\nOpens the debugger at its fault. Launch has its values; undo (Ctrl+Z) restores yours."});
    else if (!help.smallest.empty() && help.search == Search::refused)
        buttons.push_back({help.smallest + "###fault_smallest", FaultStep::find_smallest, help.words, false});
    else if (!help.smallest.empty() && help.search == Search::offered)
        buttons.push_back({help.smallest + "###fault_smallest", FaultStep::find_smallest,
                           "Searches in the background for the smallest sizes, block and schedule that fail in the same way, and "
                           "sets them in Launch"});
    if (!help.array.empty())
        buttons.push_back({"Go to its allocation###fault_allocation", FaultStep::show_allocation,
                           fmt::format("Shows in Memory where {} ends, and which lanes access memory outside of it", help.array)});
    return buttons;
}

float width_of(const Look& look, const FaultButton& button) {
    return text_width(look.fonts.regular, look.px(Fonts::kSmall), button.label.substr(0, button.label.find("###"))) + look.px(16);
}

// In what is left of the row: cut there, and whole in the tooltip.
void words_beside(const Look& look, const std::string& words) {
    const float gap = look.px(12), end = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    const float room = end - ImGui::GetItemRectMax().x - gap;
    if (room < look.px(80)) return;
    const float height = ImGui::GetItemRectSize().y, size = look.px(Fonts::kSmall);
    ImGui::SameLine(0, gap);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    put_text_cut(*ImGui::GetWindowDrawList(), look.fonts.regular, size, {at.x, at.y + (height - size) / 2}, look.theme.muted, words,
                 room);
    ImGui::Dummy({room, height});
    explain(look, words);
}

}  // namespace

std::optional<FaultHelp> fault_help(const Workbench& bench) {
    const DebuggerState& state = bench.state<DebuggerState>();
    if (!state.is_open() || bench.lesson == nullptr || state.subject == nullptr) return std::nullopt;
    const auto& next = state.now->next;
    const auto missed = std::ranges::find_if(next, [](const DebugAccess& one) { return one.faulting != 0; });
    if (!state.now->fault && missed == next.end()) return std::nullopt;
    FaultHelp help{.line = state.now->fault ? state.now->fault->line : missed->line};
    if (missed != next.end()) {
        help.array = missed->array;
        help.access = static_cast<std::size_t>(missed - next.begin());
    }
    const bool as_checked = state.subject->exercise && state.subject->exercise->parameters;
    if (as_checked || bench.lesson->parameters.empty()) return help;
    help.smallest = search_name(*bench.lesson);
    note_search(bench, state.subject->request, help);
    if (help.search == FaultHelp::Search::offered && is_outdated(bench)) {
        help.search = FaultHelp::Search::refused;
        help.words = "The kernel or its settings have changed since this session began.";
    }
    return help;
}

std::optional<FaultStep> fault_button_row(const Look& look, const FaultHelp& help) {
    std::optional<FaultStep> pressed;
    bool is_first = true;
    for (const FaultButton& button : buttons_of(help)) {
        if (!std::exchange(is_first, false)) place_beside(width_of(look, button));
        const DisabledScope disabled(!button.enabled);
        if (small_button(look, button.label.c_str())) pressed = button.step;
        explain(look, button.help);
    }
    return pressed;
}

float fault_button_row_width(const Look& look, const FaultHelp& help) {
    float width = 0;
    for (const FaultButton& button : buttons_of(help)) width += width_of(look, button) + ImGui::GetStyle().ItemSpacing.x;
    return width;
}

std::optional<FaultStep> fault_buttons(const Look& look, const FaultHelp& help, bool is_low) {
    using Search = FaultHelp::Search;
    if (is_low) {
        const auto pressed = fault_button_row(look, help);
        if (help.search != Search::offered && help.search != Search::refused) words_beside(look, help.words);
        return pressed;
    }
    if (help.search == Search::running) {
        muted_text(look, help.words);
        ImGui::ProgressBar(help.fraction, {std::min(look.px(240), ImGui::GetContentRegionAvail().x), look.px(6)}, "");
    } else if (help.search == Search::found || help.search == Search::is_smallest || help.search == Search::ended) {
        text_in(look, look.theme.text, help.words);
    }
    return fault_button_row(look, help);
}

void take_fault_step(Workbench& bench, FaultStep step) {
    const std::optional<FaultHelp> help = fault_help(bench);
    if (!help) return;
    switch (step) {
        case FaultStep::edit_line: return bench.post(ask::ShowSourceLine{.line = help->line, .stepped = true, .edit = true});
        case FaultStep::find_smallest: return bench.post(ask::FindSmallestCase{});
        case FaultStep::cancel_search: return bench.post(ask::Cancel{});
        case FaultStep::show_allocation:
            bench.state<DebuggerState>().chosen_access = help->access;
            return bench.post(ask::FocusView{"memory"});
        case FaultStep::step_smallest: break;
    }
    const SmallestCase& found = *bench.results.search->smallest;
    ask::Debug asked{.line = {}, .position = {}, .before_fault = true, .exercise = bench.debugged_exercise()};
    if (const auto& fault = found.record.fault) {
        if (fault->block) asked.block = *fault->block;
        asked.fault_thread = fault->thread;
        if (fault->thread) {
            asked.warp = warp_of_thread(found.record.launch, *fault->thread);
            asked.lane = static_cast<int>(linear_thread(found.record.launch, {0, 0, 0}, *fault->thread) % kDebugLanes);
        }
    }
    bench.post(asked);
}

}  // namespace warpwise::ui
