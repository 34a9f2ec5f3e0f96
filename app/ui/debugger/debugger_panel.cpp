// The debugger's controls: steps forwards and back, where one stands and why, what went wrong, and the warps' timeline below.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "base/number_text.h"
#include "ui/debugger/debug_steps.h"
#include "ui/debugger/debugger_breakpoints.h"
#include "ui/debugger/debugger_place.h"
#include "ui/debugger/debugger_state.h"
#include "ui/debugger/debugger_text.h"
#include "ui/debugger/panels.h"
#include "ui/debugger/warp_timeline.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/panel.h"
#include "ui/workbench/progress_shown.h"

namespace warpwise::ui {
namespace {

struct ControlsState {
    double busy_since_s = -1;
};

// A step takes less than a blink: buttons that go grey for so long would only flicker.
bool looks_busy(Workbench& bench, const DebuggerState& state) {
    double& since = bench.state<ControlsState>().busy_since_s;
    if (!state.busy) since = -1;
    if (state.busy && since < 0) since = ImGui::GetTime();
    return since >= 0 && ImGui::GetTime() - since >= least_shown_run_s;
}

void cancel_button(Workbench& bench) {
    if (quiet_button(bench.look, "Cancel###debug_cancel")) bench.post(ask::Cancel{});
    explain(bench.look, "Pauses where the block is now (Esc)");
}

void move_buttons(Workbench& bench, const DebuggerState& state) {
    const bool busy = looks_busy(bench, state), ended = state.now->frames.empty();
    for (const DebugMove& move : debug_moves()) {
        const std::string label = fmt::format("{}###{}", move.label, move.id);
        const bool back =
            move.go == DebugGo::back_to_start || move.go == DebugGo::back_to_breakpoint || move.go == DebugGo::back_over;
        const bool possible = !busy && (back ? state.now->position > 0 : !ended || move.go == DebugGo::to_breakpoint);
        if (&move != debug_moves().data()) place_beside(button_width(move.label));
        const bool main = move.go == DebugGo::over;
        const ColourScope colours =
            main ? ColourScope{{ImGuiCol_Button, bench.look.theme.accent},
                               {ImGuiCol_ButtonHovered, mix(bench.look.theme.accent, bench.look.theme.text, 0.15f)},
                               {ImGuiCol_ButtonActive, mix(bench.look.theme.accent, bench.look.theme.text, 0.30f)},
                               {ImGuiCol_Text, bench.look.theme.accent_ink}}
                 : ColourScope{};
        if (quiet_button(bench.look, label.c_str(), possible)) debug_go(bench, move.go);
        explain(bench.look, *move.keys != '\0' ? fmt::format("{} ({})", move.help, move.keys) : std::string(move.help));
    }
    if (busy) {
        place_beside(button_width("Cancel"));
        cancel_button(bench);
    }
}

// What does not fit beside the words goes below them. Returns where the text begins.
float text_at_right(const Look& look, ImFont* font, const std::string& text, ImU32 colour, float right) {
    const FontScope scope(font, look.px(Fonts::small));
    const float left = ImGui::GetItemRectMax().x + look.px(24), begin = right - ImGui::CalcTextSize(text.c_str()).x;
    if (begin > left) {
        ImGui::SameLine();
        ImGui::SetCursorScreenPos({begin, ImGui::GetCursorScreenPos().y + look.px(2)});
    }
    ImGui::TextColored(to_vec4(colour), "%s", text.c_str());
    return begin;
}

// Where there is no room for all of it in one line, the place stands below.
void where_row(Workbench& bench, const DebuggerState& state, bool busy) {
    const Look& look = bench.look;
    const std::string words = busy ? state.doing + " ..." : stop_sentence(*state.now);
    std::string place = place_text(*state.now, state.subject->shape);
    if (const auto& exercise = state.subject->exercise)
        place += exercise->parameters ? fmt::format("    your version, as checked: {}", state.subject->values) : "    your version";
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::body));
        ImGui::TextUnformatted(words.c_str());
    }
    const float words_end = ImGui::GetItemRectMax().x;
    const float begin =
        text_at_right(look, look.fonts.mono, position_text(*state.now, state.overview.get()), look.theme.text, right);
    explain(look,
            "How many warp instructions the block has executed so far, over all of its warps, and how many it executes in all");
    const FontScope font(look.fonts.regular, look.px(Fonts::small));
    if (const float at = words_end + look.px(24); at + ImGui::CalcTextSize(place.c_str()).x + look.px(24) < begin) {
        ImGui::SameLine();
        ImGui::SetCursorScreenPos({at, ImGui::GetCursorScreenPos().y + look.px(2)});
    }
    ImGui::TextColored(to_vec4(look.theme.muted), "%s", place.c_str());
}

void fault_card(Workbench& bench, const Fault& fault, const char* id) {
    const Look& look = bench.look;
    const Card card(look, id, mix(look.theme.panel, look.theme.bad, look.theme.dark ? 0.14f : 0.10f), look.theme.bad);
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::body));
        text_in(look, look.theme.text, fault_title(fault));
    }
    const FontScope font(look.fonts.regular, look.px(14));
    text_in(look, look.theme.text, sentence(fault.message));
    if (!fault.hint.empty()) {
        const FontScope strong(look.fonts.semibold, look.px(14));
        ImGui::TextColored(to_vec4(look.theme.text), "What to try");
        const FontScope plain(look.fonts.regular, look.px(14));
        text_in(look, look.theme.text, fault.hint);
    }
    const auto line_link = [&](const char* what, int line, const char* name) {
        if (line <= 0) return;
        if (ImGui::TextLink(fmt::format("{} {}###{}", what, line, name).c_str())) bench.post(ask::ShowSourceLine{line, true});
        explain(look, "Show this line in the source");
    };
    line_link("Line", fault.line, "debug_fault_line");
    if (fault.other && fault.other->line != fault.line) {
        ImGui::SameLine();
        line_link("Other access: line", fault.other->line, "debug_fault_other");
    }
}

// A fault further on is told, and one click away, until the block stands at it.
void coming_fault(Workbench& bench, const DebuggerState& state) {
    if (state.overview == nullptr || !state.overview->fault || state.now->fault) return;
    const Look& look = bench.look;
    const FontScope font(look.fonts.regular, look.px(14));
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(to_vec4(look.theme.bad), "%s", icon::warning);
    ImGui::SameLine();
    ImGui::TextUnformatted(fmt::format("This block ends in a fault: {}", fault_title(*state.overview->fault)).c_str());
    place_beside(button_width("Go there"));
    if (small_button(look, "Go there###to_fault")) debug_go(bench, DebugGo::to_end);
}

void problem_card(Workbench& bench, const Error& problem) {
    const Look& look = bench.look;
    const Card card(look, "debug_problem", mix(look.theme.panel, look.theme.bad, look.theme.dark ? 0.14f : 0.10f), look.theme.bad);
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::body));
        text_in(look, look.theme.text, sentence(problem.message));
    }
    if (!problem.hint.empty()) text_in(look, look.theme.text, problem.hint);
}

void start_card(Workbench& bench, const DebuggerState& state) {
    const Look& look = bench.look;
    if (state.refused) fault_card(bench, *state.refused, "debug_refused");
    if (state.problem) problem_card(bench, *state.problem);
    heading(look, "Step through a block, forwards and back");
    text_in(look, look.theme.muted,
            "The debugger runs one block of this launch in the emulator. Step line by line, forwards and back, and see the "
            "variables in all 32 lanes of a warp and each access to memory.");
    ImGui::Dummy({0, look.px(2)});
    place_fields(bench);
    ImGui::Dummy({0, look.px(2)});
    const bool can = can_start_debugger(bench);
    if (primary_button(look, "Step this kernel", nullptr, 0, can)) start_debugger(bench);
    if (!can)
        explain(look,
                bench.draft.resolved ? "A library routine has no source to step through" : bench.draft.resolved.error().text());
    muted_text(look,
               "Press F9 in the source to set a breakpoint. While you are stepping, you can also click beside a line number.");
}

void opening(Workbench& bench, const DebuggerState& state) {
    heading(bench.look, "Opening the debugger");
    text_in(bench.look, bench.look.theme.muted, state.doing + " ...");
    if (looks_busy(bench, state)) cancel_button(bench);
}

void printed_output(const Look& look, const std::string& text) {
    if (text.empty()) return;
    const std::size_t end = text.find_last_not_of('\n');
    const std::size_t begin = end == std::string::npos ? 0 : text.rfind('\n', end) + 1;
    const FontScope font(look.fonts.mono, look.px(Fonts::small));
    text_in(look, look.theme.muted, "printed: " + text.substr(begin, end == std::string::npos ? 0 : end + 1 - begin));
    explain(look, text);
}

}  // namespace

void debugger_panel(Workbench& bench) {
    report_rect(bench, "debugger");
    if (bench.lesson == nullptr || bench.kernel() == nullptr)
        return empty_state(bench.look, "No kernel to step", "Open a lesson to step through its kernel.");
    const IdScope id("debugger");
    const DebuggerState& state = bench.state<DebuggerState>();
    if (!state.is_open()) return state.busy ? opening(bench, state) : start_card(bench, state);
    move_buttons(bench, state);
    where_row(bench, state, looks_busy(bench, state));
    place_fields(bench);
    {
        const FontScope font(bench.look.fonts.regular, bench.look.px(Fonts::small));
        breakpoints_button(bench);
        place_beside(button_width("End"));
        if (quiet_button(bench.look, "End###debug_end")) bench.post(ask::DebugClose{});
        explain(bench.look, "Closes the debugger (Shift+F5)");
    }
    if (is_outdated(bench)) {
        if (small_button(bench.look, "Start again###debug_again")) start_debugger(bench);
        ImGui::SameLine();
        text_in(bench.look, bench.look.theme.warn,
                state.subject->exercise
                    ? "Your version or its values have changed since it was compiled for the debugger."
                    : "The kernel or its settings have changed. This session still has " + state.subject->values + ".");
    }
    if (state.now->fault) fault_card(bench, *state.now->fault, "debug_fault");
    coming_fault(bench, state);
    printed_output(bench.look, state.now->printed);
    const float room = ImGui::GetContentRegionAvail().y, needed = least_timeline_height(bench);
    if (ImGui::BeginChild("##timeline_room", {0, std::max(room, needed)}, ImGuiChildFlags_NavFlattened)) warp_timeline(bench);
    ImGui::EndChild();
}

}  // namespace warpwise::ui
