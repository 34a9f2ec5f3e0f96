// The views of a stopped launch as panels of the window: each draws from DebuggerState and posts what was asked for.
#include <imgui.h>

#include <utility>

#include "ui/debugger/access_history.h"
#include "ui/debugger/access_survey.h"
#include "ui/debugger/banks_view.h"
#include "ui/debugger/cause_card.h"
#include "ui/debugger/cause_help.h"
#include "ui/debugger/debug_view.h"
#include "ui/debugger/fault_help.h"
#include "ui/debugger/fix_window.h"
#include "ui/debugger/lane_table.h"
#include "ui/debugger/masks_view.h"
#include "ui/debugger/memory_view.h"
#include "ui/debugger/network_graph.h"
#include "ui/debugger/panels.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

void offer_debugger(Workbench& bench, bool opening) {
    const float left = empty_state_left(bench.look);
    empty_state(bench.look, "No kernel is being debugged",
                opening ? "The debugger is opening." : "Start the debugger to step through a warp of this launch.");
    if (opening || bench.kernel() == nullptr) return;
    ImGui::SetCursorPosX(left);
    if (ImGui::Button("Start the debugger###start_debugger"))
        bench.post(ask::Debug{.line = {}, .position = {}, .exercise = bench.debugged_exercise()});
}

template <typename Draw>
void debug_view(Workbench& bench, const char* id, const Draw& draw) {
    DebuggerState& state = bench.state<DebuggerState>();
    if (!state.is_open()) return offer_debugger(bench, state.busy);
    const IdScope scope(id);
    const std::shared_ptr<const DebugState> now = state.now;  // stays while it is drawn
    follow(bench.state<AccessHistoryState>(), now);           // whichever of the views is in front
    const CauseHelp& help = cause_help(bench);
    std::optional<FaultHelp> at_fault = fault_help(bench);
    if (at_fault) at_fault->card = &bench.state<FaultCardState>().frame;
    DebugView view{.look = bench.look, .state = state, .help = &help, .fault_help = at_fault ? &*at_fault : nullptr};
    draw(view);
    if (view.fault_step) take_fault_step(bench, *view.fault_step);
    if (const auto fix = help.fixes.find(view.show_fix); fix != help.fixes.end()) show_fix(bench, fix->second);
    fix_window(bench);
    if (view.show_line) bench.post(ask::ShowSourceLine{*view.show_line, true});
    if (view.command && !state.busy) {
        if (view.command->go != DebugGo::stay) view.command->warp = now->warp;
        bench.post(ask::DebugStep{std::move(*view.command)});
    }
}

}  // namespace

void lanes_panel(Workbench& bench) {
    debug_view(bench, "lanes", [&](DebugView& view) { draw_lane_table(view, bench.state<LaneTableState>()); });
}

void memory_panel(Workbench& bench) {
    debug_view(bench, "memory", [&](DebugView& view) { draw_memory_view(view, bench.state<MemoryViewState>()); });
}

void banks_panel(Workbench& bench) {
    debug_view(bench, "banks", [&](DebugView& view) { draw_banks_view(view, bench.state<BanksViewState>()); });
}

void masks_panel(Workbench& bench) {
    debug_view(bench, "masks", [](DebugView& view) { draw_masks_view(view); });
}

void cause_panel(Workbench& bench) {
    debug_view(bench, "cause", [](DebugView& view) { draw_cause_card(view); });
}

void accesses_panel(Workbench& bench) {
    const DebuggerState& state = bench.state<DebuggerState>();
    const ViewSpec* const view = bench.lesson != nullptr ? find_access_view(*bench.lesson, bench.draft.request.kernel) : nullptr;
    if (view != nullptr && !state.is_open() && !state.busy) {
        draw_network(bench, *view);
        return draw_access_survey(bench, *view);
    }
    debug_view(bench, "accesses", [&](DebugView& drawn) {
        if (view != nullptr) draw_network(bench, *view);
        draw_access_history(drawn, bench.state<AccessHistoryState>());
    });
}

}  // namespace warpwise::ui
