#include "ui/threads/occupancy_facts.h"

#include <fmt/format.h>

#include "base/emulated_gpu.h"

namespace warpwise::ui {

std::string origin_text(const KernelNeeds& needs, const std::string& architecture) {
    switch (needs.from) {
        case KernelNeeds::From::gpu: return "as the GPU's own compiler says";
        case KernelNeeds::From::listing: return "as NVIDIA's compiler says for " + architecture;
        case KernelNeeds::From::guess: break;
    }
    return "a guess; with a GPU or NVIDIA's compiler the true number appears here";
}

std::optional<KernelNeeds> needs_of(const RunRecord& cuda) {
    const auto registers = cuda.readings.find("registers_per_thread");
    if (registers == cuda.readings.end()) return std::nullopt;
    KernelNeeds needs{.registers_per_thread = static_cast<int>(registers->second), .from = KernelNeeds::From::gpu};
    if (const auto shared = cuda.readings.find("static_shared_bytes"); shared != cuda.readings.end())
        needs.static_shared_bytes = static_cast<std::size_t>(shared->second);
    return needs;
}

std::optional<int> drivers_blocks(const RunRecord& cuda, const LaunchShape& shape) {
    const auto blocks = cuda.readings.find("active_blocks_per_sm");
    if (blocks == cuda.readings.end() || cuda.launch.block.count() != shape.block.count() ||
        cuda.launch.dynamic_shared_bytes != shape.dynamic_shared_bytes)
        return std::nullopt;
    return static_cast<int>(blocks->second);
}

std::string present_capability(const std::vector<DeviceInfo>& devices) {
    for (const DeviceInfo& info : devices) {
        const auto found = info.properties.find("compute_capability");
        if (traits_of(info.kind).has_occupancy && found != info.properties.end() && find_sm_limits(found->second))
            return found->second;
    }
    return kEmulatedGpu.compute_capability;
}

std::vector<double> occupancy_curve(const SmLimits& sm, OccupancyQuestion question) {
    std::vector<double> fractions;
    for (int threads = 32; threads <= kMostThreadsOfBlock; threads += 32) {
        question.block_threads = threads;
        fractions.push_back(occupancy_of(sm, question).fraction);
    }
    return fractions;
}

std::string occupancy_sentence(const Occupancy& o) {
    if (!o.impossible.empty()) return "No block fits: " + o.impossible;
    std::string limits;
    for (std::size_t i = 0; i < o.limits.size(); ++i) {
        const char* between = i == 0 ? "" : i + 1 == o.limits.size() ? " and " : ", ";
        limits += between + std::string(name_of(o.limits[i]));
    }
    return fmt::format("{} block{} of {} warp{}: {} of {} warps. What prevents more: {}", o.active_blocks,
                       o.active_blocks == 1 ? "" : "s", o.warps_per_block, o.warps_per_block == 1 ? "" : "s", o.active_warps,
                       o.most_warps, limits);
}

std::vector<ResourceUse> resource_uses(const SmLimits& sm, const Occupancy& o) {
    const auto use = [&](OccupancyLimit limit, double a_block, double available) {
        return ResourceUse{limit, a_block * o.active_blocks, available, o.by(limit), o.impossible.empty() && o.binds(limit)};
    };
    return {
        use(OccupancyLimit::threads, 32.0 * o.warps_per_block, sm.threads), use(OccupancyLimit::blocks, 1, sm.blocks),
        use(OccupancyLimit::registers, o.registers_per_block, sm.registers),
        use(OccupancyLimit::shared_memory, static_cast<double>(o.shared_bytes_per_block), static_cast<double>(o.carve_out_bytes))};
}

}  // namespace warpwise::ui
