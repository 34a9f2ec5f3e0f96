// The view "flow": of a warp's whole run, which a session of its own collects, or of the stops so far while the learner steps.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/debugger/access_history.h"
#include "ui/debugger/access_survey.h"
#include "ui/debugger/flow_facts.h"
#include "ui/debugger/flow_picture.h"
#include "ui/debugger/panels.h"
#include "ui/debugger/shown_flow.h"
#include "ui/kit/draw.h"
#include "ui/kit/lane_colour.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/panel.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

struct FlowState {
    std::shared_ptr<const DebugState> of;  // the stop that `flow` was made at
    std::string key;                       // which arrays
    Flow flow;
    int array = -1;  // chosen among those that are written, while the learner steps; -1: the lesson's
    int row = -1;
    bool shown = false;  // in the last frame in which the view was seen
};

struct Wanted {
    std::string array, from;
    MemorySpace space = MemorySpace::global;
};

FlowArray with_length(FlowArray array, std::span<const DebugArray> arrays) {
    const auto found =
        std::ranges::find_if(arrays, [&](const DebugArray& one) { return one.name == array.name && one.space == array.space; });
    if (found != arrays.end() && found->element_bytes != 0)
        array.elements = static_cast<std::int64_t>(found->bytes / found->element_bytes);
    return array;
}

// The tabs of the arrays that are written, and the flow of the chosen one. Null: there is none to show, and that was said.
const Flow* choose_flow(Workbench& bench, std::span<const DebugAccess> accesses, std::span<const DebugArray> arrays,
                        const std::optional<Wanted>& wanted, const std::shared_ptr<const DebugState>& stop, int& chosen) {
    const std::vector<FlowArray> written = written_arrays(accesses);
    if (written.empty()) {
        empty_state(bench.look, "This warp has written no array",
                    "Each write becomes a row, with arrows from what was read for it.");
        return nullptr;
    }
    const auto is_wanted = [&](const FlowArray& array) {
        return wanted && array.name == wanted->array && array.space == wanted->space;
    };
    if (chosen < 0) chosen = static_cast<int>(std::ranges::find_if(written, is_wanted) - written.begin());
    chosen = std::clamp(chosen, 0, static_cast<int>(written.size()) - 1);
    std::vector<std::string> names;
    for (const FlowArray& array : written) names.push_back(fmt::format("{} ({})", array.name, name_of(array.space)));
    if (names.size() > 1) segmented(bench.look, "flow_arrays", names, chosen);
    const FlowArray& to = written[static_cast<std::size_t>(chosen)];
    FlowArray from = to;
    if (is_wanted(to) && !wanted->from.empty()) from = {.name = wanted->from};
    FlowState& state = bench.state<FlowState>();
    const std::string key = fmt::format("{}>{} {}", from.name, to.name, name_of(to.space));
    if (state.of != stop || state.key != key) {
        if (state.key != key) state.row = -1;
        state.flow = flow_of(accesses, with_length(from, arrays), with_length(to, arrays));
        state.of = stop, state.key = key;
        state.row = std::min(state.row, static_cast<int>(state.flow.rows.size()) - 1);
    }
    return &state.flow;
}

// The row whose sentence is shown while none is chosen: the first where lanes meet, else the first with arrows.
int told_row(const Flow& flow, int chosen) {
    if (chosen >= 0) return chosen;
    const auto meets = std::ranges::find_if(flow.rows, [](const FlowRow& row) { return row.collisions() > 0; });
    const auto reads = std::ranges::find_if(flow.rows, [](const FlowRow& row) { return !row.arrows.empty(); });
    const auto told = meets != flow.rows.end() ? meets : reads != flow.rows.end() ? reads : flow.rows.begin();
    return static_cast<int>(told - flow.rows.begin());
}

void draw_parts(Workbench& bench, DebuggerState& debugger, const Flow& flow) {
    const Look& look = bench.look;
    bench.state<FlowState>().shown = true;
    int& row = bench.state<FlowState>().row;
    const FlowRow& told = flow.rows[static_cast<std::size_t>(told_row(flow, row))];
    const bool loses = told.collisions() > 0 && !told.is_atomic;
    text_in(look, loses ? look.theme.warn : look.theme.text, flow_sentence(flow, told));
    explain(look,
            "A write is joined to what its lane read on the same line, or else to all that it has read since its last write.");
    std::string left_out;
    if (flow.rows_left_out > 0)
        left_out = fmt::format("The first {} writes; {} more are left out. ", flow.rows.size(), flow.rows_left_out);
    if (const std::size_t columns = flow.from_columns.left_out + (flow.is_one_array() ? 0 : flow.to_columns.left_out); columns > 0)
        left_out += fmt::format("{} element{} to the right {} left out; short arrows come from there.", columns,
                                columns == 1 ? "" : "s", columns == 1 ? "is" : "are");
    if (flow.to_columns.half > 0)
        left_out +=
            fmt::format("Two halves take turns: {0}[i] and {0}[i + {1}] have one column.", flow.to.name, flow.to_columns.half);
    if (!left_out.empty()) muted_text(look, left_out);
    std::vector<LegendEntry> legend{{LegendEntry::Shape::filled, lane_colour(look.theme, 0), "written by lane 0"},
                                    {LegendEntry::Shape::filled, lane_colour(look.theme, 31), "by lane 31"},
                                    {LegendEntry::Shape::outlined, look.theme.muted, "read for the next write"}};
    const auto meets = [&](bool atomic) {
        return std::ranges::any_of(flow.rows, [&](const FlowRow& one) { return one.collisions() > 0 && one.is_atomic == atomic; });
    };
    if (meets(false)) legend.push_back({LegendEntry::Shape::hatched, look.theme.warn, "several lanes write it"});
    if (meets(true)) legend.push_back({LegendEntry::Shape::filled, look.theme.muted, "several lanes update it, in turns"});
    draw_legend(look, legend);
    ImGui::Dummy({0, look.px(2)});
    debugger.hovered_before = std::exchange(debugger.hovered_lane, -1);
    DebugView drawn{.look = look, .state = debugger};
    draw_flow(drawn, flow, row);
}

void draw_survey(Workbench& bench, const ViewSpec& view) {
    FlowSurveys& surveys = bench.state<FlowSurveys>();
    const Look& look = bench.look;
    const AccessSurvey* const survey = surveys.want(bench, view);
    if (survey == nullptr)
        return empty_state(look, "Collecting the accesses", "A warp of this launch runs in the emulator, line by line.");
    if (survey->problem) return empty_state(look, sentence(survey->problem->message), survey->problem->hint);
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, look.theme.text, fmt::format("{}: from what each lane reads to what it writes", place_of(*survey)));
    }
    place_beside(button_width("Step this warp"));
    if (small_button(look, "Step this warp###step_flow"))
        bench.post(ask::Debug{
            .block = survey->block, .warp = survey->warp, .line = {}, .position = {}, .exercise = bench.debugged_exercise()});
    explain(look, "Opens the debugger at the start of this block");
    if (survey->end->fault)
        text_in(look, look.theme.bad, "The block ends in a fault; the writes before it are shown.");
    else if (!survey->complete)
        muted_text(look, "Only the start of the warp's run is shown; more writes follow.");
    const Wanted wanted{survey->array, survey->from, survey->space};
    if (const Flow* flow = choose_flow(bench, survey->accesses, survey->arrays, wanted, survey->end, surveys.array))
        draw_parts(bench, surveys.shown, *flow);
}

}  // namespace

void flow_panel(Workbench& bench) {
    DebuggerState& debugger = bench.state<DebuggerState>();
    const ViewSpec* const view = bench.lesson != nullptr ? find_flow_view(*bench.lesson, bench.draft.request.kernel) : nullptr;
    const IdScope id("flow");
    bench.state<FlowState>().shown = false;
    if (!debugger.is_open()) {
        bench.state<FlowState>().array = -1;
        if (view != nullptr && !debugger.busy) return draw_survey(bench, *view);
        if (debugger.busy) return empty_state(bench.look, "The debugger is opening", "");
        return offer_kernels_with_view(bench, "flow");
    }
    const std::shared_ptr<const DebugState> now = debugger.now;
    AccessHistoryState& history = bench.state<AccessHistoryState>();
    follow(history, now);
    std::vector<DebugArray> arrays;
    if (debugger.arrays != nullptr) arrays = *debugger.arrays;
    std::optional<Wanted> wanted;
    if (view != nullptr)
        if (const auto spec = access_view(*view, bench.draft.request.parameters)) {
            const KernelSpec* const kernel = bench.kernel();
            wanted = Wanted{spec->is_shared ? spec->array : name_in_program(kernel, arrays, spec->array),
                            spec->from.empty() ? "" : name_in_program(kernel, arrays, spec->from),
                            spec->is_shared ? MemorySpace::shared : MemorySpace::global};
        }
    muted_text(bench.look, "The writes of this warp at the stops so far, and what its lanes read for them.");
    if (const Flow* flow = choose_flow(bench, history.history.accesses(), arrays, wanted, now, bench.state<FlowState>().array))
        draw_parts(bench, debugger, *flow);
}

Result<ShownFlow> shown_flow(Workbench& bench) {
    const FlowState& state = bench.state<FlowState>();
    if (!state.shown || state.flow.rows.empty())
        return failure("there is no flow to export yet", "Open the view Flow and wait until it shows the accesses.");
    return ShownFlow{state.flow,
                     flow_sentence(state.flow, state.flow.rows[static_cast<std::size_t>(told_row(state.flow, state.row))])};
}

}  // namespace warpwise::ui
