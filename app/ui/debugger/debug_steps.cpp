#include "ui/debugger/debug_steps.h"

#include <algorithm>

#include "ui/debugger/debugger_state.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/source/source_panel.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr DebugMove kMoves[] = {
    {"back_to_start", "Back to start", "Ctrl+F5", "Goes back to the start of the block.", DebugGo::back_to_start, MoveGroup::back},
    {"run_back", "Run back", "Ctrl+Shift+F5", "Runs back to the previous breakpoint, or to the start of the block.",
     DebugGo::back_to_breakpoint, MoveGroup::back},
    {"step_back", "Step back", "Shift+F10", "Goes back by one line in this warp.", DebugGo::back_over, MoveGroup::back},
    {"step", "Step over", "F10", "Runs this line, including the functions that it calls.", DebugGo::over, MoveGroup::step},
    {"step_into", "Step into", "F11", "Runs to the next line, and into functions that are called.", DebugGo::line, MoveGroup::step},
    {"step_out", "Step out", "Shift+F11", "Runs until this function has returned.", DebugGo::out, MoveGroup::step},
    {"to_cursor", "Run to the cursor", "Ctrl+F10", "Runs until this warp is about to execute the line at the cursor.",
     DebugGo::to_line, MoveGroup::run},
    {"to_barrier", "Run to the barrier", "Ctrl+F11", "Runs until every warp of the block has arrived at a barrier.",
     DebugGo::to_barrier, MoveGroup::run},
    {"run", "Run", "F5", "Runs until any warp reaches a breakpoint, or to the end of the block.", DebugGo::to_breakpoint,
     MoveGroup::run},
};

// "This kernel" is the text in front of the learner.
bool shows_exercise(const Workbench& bench) {
    return bench.lesson != nullptr && !bench.lesson->exercises.empty() && bench.panel_rects.contains("source") &&
           bench.state<SourcePanelState>().tab == SourceTab::exercise &&
           !(bench.draft.exercise && bench.draft.exercise->is_program);
}

}  // namespace

std::span<const DebugMove> debug_moves() { return kMoves; }

bool is_over(const DebugState& now) {
    if (now.fault) return true;
    if (!now.warps.empty())
        return std::ranges::all_of(now.warps, [](const DebugWarp& w) { return w.activity == WarpActivity::done; });
    return now.reason == StopReason::end && now.frames.empty();
}

bool is_possible(const DebugState& now, DebugGo go) {
    switch (go) {
        case DebugGo::back_to_start:
        case DebugGo::back_to_breakpoint:
        case DebugGo::back_over:
        case DebugGo::back_line:
        case DebugGo::back_instruction: return now.position > 0;
        case DebugGo::to_barrier:
        case DebugGo::to_breakpoint: return !is_over(now);
        case DebugGo::over:
        case DebugGo::line:
        case DebugGo::out:
        case DebugGo::instruction:
        case DebugGo::to_line: return !is_over(now) && !now.frames.empty();
        default: return true;
    }
}

DebugGo likely_move(const DebugState& now) {
    if (is_possible(now, DebugGo::over)) return DebugGo::over;
    return is_over(now) ? DebugGo::back_over : DebugGo::to_breakpoint;
}

bool is_debugging(const Workbench& bench) { return bench.state<DebuggerState>().is_open(); }

bool can_start_debugger(const Workbench& bench) {
    const KernelSpec* const kernel = bench.kernel();
    return bench.lesson != nullptr && kernel != nullptr && kernel->library.empty() && bench.draft.resolved.has_value();
}

void start_debugger(Workbench& bench) {
    const DebuggerState& state = bench.state<DebuggerState>();
    ask::Debug asked{.block = state.options.block, .warp = state.warp, .lane = state.pinned_lane, .line = {}, .position = {}};
    if (state.subject != nullptr)
        asked.exercise = state.subject->exercise;
    else if (shows_exercise(bench))
        asked.exercise.emplace();
    if (asked.exercise) asked.exercise->array.clear();
    bench.post(asked);
}

void debug_go(Workbench& bench, DebugGo go) {
    const DebuggerState& state = bench.state<DebuggerState>();
    if (state.now != nullptr && !state.busy && !is_possible(*state.now, go)) return;
    DebugCommand command{.go = go, .warp = state.warp, .breakpoints = {}};
    if (go == DebugGo::to_line) command.line = bench.state<SourcePanelState>().editor.cursor_line();
    bench.post(ask::DebugStep{command});
}

void toggle_breakpoint_at_cursor(Workbench& bench) {
    bench.post(ask::ToggleBreakpoint{bench.state<SourcePanelState>().editor.cursor_line()});
}

bool is_outdated(const Workbench& bench) {
    const DebuggerState& state = bench.state<DebuggerState>();
    if (state.subject == nullptr) return false;
    if (state.subject->exercise && bench.state<ExerciseState>().text != state.subject->edited) return true;
    if (state.subject->exercise && state.subject->exercise->parameters) return false;
    const ExperimentRequest &then = state.subject->request, &now = bench.draft.request;
    const auto edited = bench.draft.edited_source.find(now.kernel);
    const std::optional<std::string> text =
        edited != bench.draft.edited_source.end() ? std::optional(edited->second) : std::nullopt;
    if (state.subject->exercise) return then.parameters != now.parameters || then.seed != now.seed;
    return then.kernel != now.kernel || then.parameters != now.parameters || then.grid != now.grid || then.block != now.block ||
           then.seed != now.seed || text != state.subject->edited;
}

}  // namespace warpwise::ui
