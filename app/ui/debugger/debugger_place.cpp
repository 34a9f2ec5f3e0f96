#include "ui/debugger/debugger_place.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "ui/debugger/debug_steps.h"
#include "ui/debugger/debugger_state.h"
#include "ui/debugger/debugger_text.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr float kNumberWidth = 56, kLaneWidth = 76, kComboWidth = 196, kBeforeWidth = 130;  // unscaled
constexpr float kLabelGap = 6;

// One field after the other, each with its label; they stay together where the row breaks.
struct Row {
    const Look& look;
    bool begun = false;
    float measured = -1;  // from 0 on: nothing is drawn, and the widths are added up

    bool measures() const { return measured >= 0; }
    // False: the field is only measured.
    bool begin(const char* label, float width) {
        const float all = ImGui::CalcTextSize(label).x + look.px(kLabelGap) + width;
        if (measures()) {
            measured += all + (std::exchange(begun, true) ? ImGui::GetStyle().ItemSpacing.x : 0);
            return false;
        }
        if (std::exchange(begun, true)) place_beside(all);
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(to_vec4(look.theme.muted), "%s", label);
        ImGui::SameLine(0, look.px(kLabelGap));
        ImGui::SetNextItemWidth(width);
        return true;
    }
};

// True once the value was typed or stepped; it lies in the range.
bool number_field(Row& row, const char* label, const char* id, int& value, int least, int most, std::string_view help) {
    if (!row.begin(label, row.look.px(kNumberWidth))) return false;
    int typed = value;
    const bool changed = ImGui::InputInt(id, &typed, 0, 0, ImGuiInputTextFlags_EnterReturnsTrue);
    explain(row.look, help);
    const int kept = std::clamp(typed, least, most);
    if (!changed || kept == value) return false;
    value = kept;
    return true;
}

void reopen(Workbench& bench) {
    if (is_debugging(bench)) start_debugger(bench);
}

LaunchShape shape_of(const Workbench& bench, const DebuggerState& state) {
    if (state.subject != nullptr && state.is_open()) return state.subject->shape;
    return bench.draft.resolved ? bench.draft.resolved->shape : LaunchShape{};
}

void block_fields(Workbench& bench, Row& row, DebuggerState& state, const Dim3& grid) {
    struct Edge {
        const char *label, *id;
        std::uint32_t& value;
        std::uint32_t extent;
    };
    const bool flat = grid.y <= 1 && grid.z <= 1;
    Dim3& block = state.options.block;
    bool changed = false;
    for (const Edge& edge : {Edge{flat ? "Block" : "Block x", "##debug_block_x", block.x, grid.x},
                             Edge{"y", "##debug_block_y", block.y, grid.y}, Edge{"z", "##debug_block_z", block.z, grid.z}}) {
        if (edge.extent <= 1 && &edge.value != &block.x) {
            edge.value = 0;
            continue;
        }
        const int most = static_cast<int>(std::min<std::uint32_t>(std::max(edge.extent, 1u), 0x7fffffffu)) - 1;
        int value = std::min(static_cast<int>(edge.value), most);
        changed |= number_field(
            row, edge.label, edge.id, value, 0, most,
            fmt::format("The block to step through, of {}. A new choice starts at the start of that block.", edge.extent));
        edge.value = static_cast<std::uint32_t>(value);
    }
    if (changed) reopen(bench);
}

void warp_and_lane(Workbench& bench, Row& row, DebuggerState& state, const LaunchShape& shape) {
    const int warps = static_cast<int>(warps_of(shape));
    int warp = std::min(static_cast<int>(state.warp), std::max(warps - 1, 0));
    if (number_field(row, "Warp", "##debug_warp", warp, 0, std::max(warps - 1, 0),
                     fmt::format("The warp to show and to step, of {}", warps)) ||
        (!state.is_open() && warp != static_cast<int>(state.warp))) {
        state.warp = static_cast<std::uint32_t>(warp);
        if (is_debugging(bench)) bench.post(ask::DebugStep{{.go = DebugGo::stay, .warp = state.warp, .breakpoints = {}}});
    }
    if (!row.begin("Lane", bench.look.px(kLaneWidth))) return;
    const std::string shown = state.pinned_lane < 0 ? "none" : std::to_string(state.pinned_lane);
    if (ImGui::BeginCombo("##debug_lane", shown.c_str())) {
        if (ImGui::Selectable("none", state.pinned_lane < 0)) state.pinned_lane = -1;
        for (int lane = 0; lane < kDebugLanes; ++lane)
            if (ImGui::Selectable(std::to_string(lane).c_str(), lane == state.pinned_lane)) state.pinned_lane = lane;
        ImGui::EndCombo();
    }
    explain(bench.look, "The lane that is highlighted in every view");
}

struct ScheduleChoiceText {
    Schedule schedule;
    const char* name;
    const char* help;
};
constexpr ScheduleChoiceText kSchedules[] = {
    {Schedule::round_robin, "Round-robin", "One instruction of each warp in turn"},
    {Schedule::by_request, "By memory request",
     "A warp runs up to its next request to global memory; then the next warp runs, as when a warp scheduler hides latency"},
    {Schedule::sequential, "One warp after another",
     "A warp runs to its end or to a barrier, then the next one: the order of ordinary runs"},
    {Schedule::reversed, "Reversed", "One warp after another, from the last block and the last warp down"},
    {Schedule::random, "Random", "Turns of 1 to 64 instructions, in an order that the seed decides"},
};

void schedule_fields(Workbench& bench, Row& row, DebuggerState& state, bool is_narrow) {
    const auto now = std::ranges::find(kSchedules, state.options.schedule, &ScheduleChoiceText::schedule);
    const float narrow = ImGui::GetFrameHeight() + ImGui::CalcTextSize(now->name).x + 2 * ImGui::GetStyle().FramePadding.x;
    const float wide = bench.look.px(kComboWidth);
    if (row.begin("Schedule", is_narrow ? std::min(narrow, wide) : wide)) {
        if (ImGui::BeginCombo("##debug_schedule", now->name, ImGuiComboFlags_HeightLarge)) {
            for (const ScheduleChoiceText& choice : kSchedules) {
                const bool chosen = ImGui::Selectable(choice.name, choice.schedule == now->schedule);
                explain(bench.look, choice.help);
                if (!chosen || choice.schedule == now->schedule) continue;
                state.options.schedule = choice.schedule;
                reopen(bench);
            }
            ImGui::EndCombo();
        }
        explain(bench.look,
                fmt::format("The order in which the warps take turns. {}. The hardware guarantees no order. If the result "
                            "depends on it, the kernel may have a race condition; without one, the order in which "
                            "atomics add floats still changes the rounding.",
                            now->help));
    }
    if (state.options.schedule != Schedule::random) return;
    int seed = static_cast<int>(std::min<std::uint64_t>(state.options.schedule_seed, 0x7fffffff));
    if (number_field(row, "Seed", "##debug_seed", seed, 1, 0x7fffffff, "The same seed gives the same order of warps")) {
        state.options.schedule_seed = static_cast<std::uint64_t>(seed);
        reopen(bench);
    }
}

void blocks_before_field(Workbench& bench, Row& row, DebuggerState& state) {
    constexpr std::array before{"Have not run", "Have run"};
    if (!row.begin("Blocks before", bench.look.px(kBeforeWidth))) return;
    const bool have_run = state.options.before == BlocksBefore::all_run;
    if (ImGui::BeginCombo("##debug_before", before[have_run ? 1 : 0])) {
        for (const bool run : {false, true})
            if (ImGui::Selectable(before[run ? 1 : 0], run == have_run) && run != have_run) {
                state.options.before = run ? BlocksBefore::all_run : BlocksBefore::not_run;
                reopen(bench);
            }
        ImGui::EndCombo();
    }
    explain(bench.look,
            "Whether the blocks that come before this one in the schedule have run. If not, global memory is as it was at the "
            "start of the launch.");
}

// All of them but the last, which is rarely wanted.
void main_fields(Workbench& bench, Row& row, DebuggerState& state, bool is_narrow = false) {
    const LaunchShape shape = shape_of(bench, state);
    block_fields(bench, row, state, shape.grid);
    warp_and_lane(bench, row, state, shape);
    schedule_fields(bench, row, state, is_narrow);
}

}  // namespace

void place_fields(Workbench& bench) {
    const FontScope font(bench.look.fonts.regular, bench.look.px(Fonts::kSmall));
    DebuggerState& state = bench.state<DebuggerState>();
    Row row{bench.look};
    main_fields(bench, row, state);
    blocks_before_field(bench, row, state);
}

void session_fields(Workbench& bench, float left) {
    const Look& look = bench.look;
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    DebuggerState& state = bench.state<DebuggerState>();
    const float more = ImGui::GetFrameHeight() + look.px(4);
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    const auto begin_of = [&](bool is_narrow) {
        Row measured{look, false, 0};
        main_fields(bench, measured, state, is_narrow);
        return right - measured.measured - ImGui::GetStyle().ItemSpacing.x - more;
    };
    const ImVec2 below = ImGui::GetCursorScreenPos();
    const float least = left + look.px(12);
    const bool is_narrow = begin_of(false) < least && begin_of(true) >= least;  // rather than a row more
    const float begin = begin_of(is_narrow);
    const bool beside = begin >= least;
    if (beside) {
        const float top = ImGui::GetItemRectMin().y, height = ImGui::GetItemRectSize().y;
        ImGui::SetCursorScreenPos({begin, top + (height - ImGui::GetFrameHeight()) / 2});
    }
    Row row{look};
    ImGui::BeginGroup();
    main_fields(bench, row, state, is_narrow);
    place_beside(more);
    if (icon_button(look, "debug_more", icon::kGear, "More: whether the blocks before have run")) ImGui::OpenPopup("##debug_more");
    if (ImGui::BeginPopup("##debug_more")) {
        Row rare{look};
        blocks_before_field(bench, rare, state);
        ImGui::EndPopup();
    }
    ImGui::EndGroup();
    if (beside) ImGui::SetCursorScreenPos(below);
}

}  // namespace warpwise::ui
