#include "ui/threads/occupancy_asked.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "ui/threads/occupancy_state.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

const SmLimits& chosen_sm(Workbench& bench) {
    OccupancyState& state = bench.state<OccupancyState>();
    if (state.compute_capability.empty()) state.compute_capability = present_capability(bench.devices.present);
    const auto sm = find_sm_limits(state.compute_capability);
    return sm ? **sm : known_sm_limits().front();
}

KernelNeeds needs_of_kernel(Workbench& bench) {
    if (const RunRecord* record = bench.results.latest_that(&DeviceTraits::has_occupancy);
        record != nullptr && record->kernel == bench.draft.resolved->entry)
        if (const auto needs = needs_of(*record)) return *needs;
    if (const auto& listed = bench.results.listed; listed && listed->entry == bench.draft.resolved->entry)
        return {.registers_per_thread = listed->resources.registers_per_thread,
                .static_shared_bytes = listed->resources.shared_bytes,
                .from = KernelNeeds::From::listing};
    KernelNeeds guess{.registers_per_thread = bench.state<OccupancyState>().guessed_registers};
    if (const RunRecord* record = bench.results.latest_that(&DeviceTraits::has_counts);
        record != nullptr && record->kernel == bench.draft.resolved->entry)
        if (const auto shared = record->readings.find("static_shared_bytes"); shared != record->readings.end())
            guess.static_shared_bytes = static_cast<std::size_t>(shared->second);
    return guess;
}

OccupancyQuestion question_of(const Workbench& bench, const KernelNeeds& needs) {
    const LaunchShape& shape = bench.draft.resolved->shape;
    return {.block_threads = static_cast<int>(std::min<std::uint64_t>(shape.block.count(), 1 << 20)),
            .registers_per_thread = needs.registers_per_thread,
            .static_shared_bytes = needs.static_shared_bytes,
            .dynamic_shared_bytes = shape.dynamic_shared_bytes};
}

void capability_combo(Workbench& bench, const SmLimits& sm) {
    ImGui::SetNextItemWidth(bench.look.px(210));
    if (!ImGui::BeginCombo("##compute_capability", fmt::format("{}  {}", sm.name(), sm.architecture).c_str())) return;
    for (const SmLimits& known : known_sm_limits())
        if (ImGui::Selectable(fmt::format("{}  {}", known.name(), known.architecture).c_str(), &known == &sm))
            bench.state<OccupancyState>().compute_capability = known.name();
    ImGui::EndCombo();
}

}  // namespace warpwise::ui
