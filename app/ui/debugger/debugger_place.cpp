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

constexpr float kNumberWidth = 100, kComboWidth = 150;  // unscaled

// One field after the other, each with its label; they stay together where the row breaks.
struct Row {
    const Look& look;
    bool begun = false;

    void begin(const char* label, float width) {
        if (std::exchange(begun, true)) place_beside(ImGui::CalcTextSize(label).x + look.px(6) + width);
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(to_vec4(look.theme.muted), "%s", label);
        ImGui::SameLine(0, look.px(6));
        ImGui::SetNextItemWidth(width);
    }
};

// True once the value was typed or stepped; it lies in the range.
bool number_field(Row& row, const char* label, const char* id, int& value, int least, int most, std::string_view help) {
    row.begin(label, row.look.px(kNumberWidth));
    int typed = value;
    const bool changed = ImGui::InputInt(id, &typed, 1, 0, ImGuiInputTextFlags_EnterReturnsTrue);
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
    row.begin("Lane", bench.look.px(kNumberWidth));
    const std::string shown = state.pinned_lane < 0 ? "none" : std::to_string(state.pinned_lane);
    if (ImGui::BeginCombo("##debug_lane", shown.c_str())) {
        if (ImGui::Selectable("none", state.pinned_lane < 0)) state.pinned_lane = -1;
        for (int lane = 0; lane < kDebugLanes; ++lane)
            if (ImGui::Selectable(std::to_string(lane).c_str(), lane == state.pinned_lane)) state.pinned_lane = lane;
        ImGui::EndCombo();
    }
    explain(bench.look, "The lane that is highlighted in every view");
}

void schedule_fields(Workbench& bench, Row& row, DebuggerState& state) {
    constexpr std::array schedules{Schedule::round_robin, Schedule::reversed, Schedule::random};
    constexpr std::array names{"Round-robin", "Reversed", "Random"};
    row.begin("Schedule", bench.look.px(kComboWidth));
    const auto now = static_cast<std::size_t>(std::ranges::find(schedules, state.options.schedule) - schedules.begin());
    if (ImGui::BeginCombo("##debug_schedule", names[std::min(now, names.size() - 1)])) {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (ImGui::Selectable(names[i], i == now) && i != now) {
                state.options.schedule = schedules[i];
                reopen(bench);
            }
        ImGui::EndCombo();
    }
    explain(
        bench.look,
        "The order in which the warps take turns. The hardware guarantees no order. If the result depends on it, the kernel may "
        "have a race condition; without one, the order in which atomics add floats still changes the rounding.");
    if (state.options.schedule == Schedule::random) {
        int seed = static_cast<int>(std::min<std::uint64_t>(state.options.schedule_seed, 0x7fffffff));
        if (number_field(row, "Seed", "##debug_seed", seed, 1, 0x7fffffff, "The same seed gives the same order of warps")) {
            state.options.schedule_seed = static_cast<std::uint64_t>(seed);
            reopen(bench);
        }
    }
    constexpr std::array before{"Have not run", "Have run"};
    row.begin("Blocks before", bench.look.px(kComboWidth));
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

}  // namespace

void place_fields(Workbench& bench) {
    const FontScope font(bench.look.fonts.regular, bench.look.px(Fonts::small));
    DebuggerState& state = bench.state<DebuggerState>();
    const LaunchShape shape = shape_of(bench, state);
    Row row{bench.look};
    block_fields(bench, row, state, shape.grid);
    warp_and_lane(bench, row, state, shape);
    schedule_fields(bench, row, state);
}

}  // namespace warpwise::ui
