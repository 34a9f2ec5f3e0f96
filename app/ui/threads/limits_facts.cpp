#include "ui/threads/limits_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/launch_limits.h"
#include "base/number_text.h"

namespace warpwise::ui {
namespace {

// The names of the runtime API are those that a program with <<<...>>> gets.
constexpr const char* kWrongShape = "cudaErrorInvalidConfiguration (in the driver API CUDA_ERROR_INVALID_VALUE)";
constexpr const char* kTooMuchMemory = "CUDA_ERROR_INVALID_VALUE in the driver API";
constexpr const char* kTooManyRegisters = "cudaErrorLaunchOutOfResources (in the driver API CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES)";

std::string number(std::uint64_t n) { return with_separators(static_cast<std::int64_t>(n)); }

LimitRow of_shape(std::string name, std::uint64_t asked, std::uint64_t most, std::string help) {
    const bool within = asked >= 1 && asked <= most;
    return {.name = std::move(name),
            .of_launch = number(asked),
            .most = number(most),
            .state = within ? LimitState::within : LimitState::outside,
            .error = kWrongShape,
            .help = std::move(help)};
}

LimitGroup of_extents(const std::string& title, const std::string& name, const Dim3& asked, const Dim3& most) {
    LimitGroup group{title, {}};
    const std::array<std::pair<std::uint32_t, std::uint32_t>, 3> extents{{{asked.x, most.x}, {asked.y, most.y}, {asked.z, most.z}}};
    for (std::size_t axis = 0; axis < 3; ++axis)
        group.rows.push_back(of_shape(fmt::format("{}.{}", name, "xyz"[axis]), extents[axis].first, extents[axis].second,
                                      "An extent is at least 1 and at most this."));
    return group;
}

LimitGroup of_block_memory(const SmLimits& sm, const LimitsQuestion& q) {
    LimitGroup group{"Resources of a block", {}};
    const std::size_t bytes = q.needs.static_shared_bytes + q.shape.dynamic_shared_bytes;
    LimitRow shared{.name = "Shared memory, bytes",
                    .of_launch = number(bytes),
                    .most = number(kSharedBytesByDefault),
                    .state = LimitState::within,
                    .error = kTooMuchMemory,
                    .help =
                        "Static and dynamic together. For more than 48 KB, a program must opt in with cudaFuncSetAttribute and "
                        "cudaFuncAttributeMaxDynamicSharedMemorySize, and take the memory dynamically."};
    LimitRow opted_in = shared;
    opted_in.name = "Shared memory with opt-in, bytes";
    opted_in.most = number(sm.shared_bytes_per_block);
    if (bytes > kSharedBytesByDefault) shared.state = LimitState::opt_in;
    if (bytes > sm.shared_bytes_per_block) opted_in.state = LimitState::outside;
    group.rows.push_back(std::move(shared));
    group.rows.push_back(std::move(opted_in));

    const char* assumed = q.needs.from == KernelNeeds::From::guess ? " (assumed)" : "";
    group.rows.push_back({.name = "Registers per thread",
                          .of_launch = number(static_cast<std::uint64_t>(std::max(0, q.needs.registers_per_thread))) + assumed,
                          .most = number(kMostRegistersOfThread),
                          .state = LimitState::says_so,
                          .error = {},
                          .help = "The compiler never exceeds it: it spills further values to local memory, which is slow."});
    const Occupancy o =
        occupancy_of(sm, {.block_threads = static_cast<int>(std::min<std::uint64_t>(q.shape.block.count(), kMostThreadsOfBlock)),
                          .registers_per_thread = q.needs.registers_per_thread});
    group.rows.push_back({.name = "Registers per block",
                          .of_launch = number(static_cast<std::uint64_t>(o.registers_per_block)) + assumed,
                          .most = number(static_cast<std::uint64_t>(sm.registers)),
                          .state = o.by_registers == 0 && o.warps_per_block > 0 ? LimitState::outside : LimitState::within,
                          .error = kTooManyRegisters,
                          .help = "Registers are allocated per warp, in units of 256."});
    // a block of more threads than any may have is refused for that
    if (q.shape.block.count() > kMostThreadsOfBlock || q.shape.block.count() == 0) {
        group.rows.back().of_launch = "-";
        group.rows.back().state = LimitState::says_so;
    }
    return group;
}

// A launch that is refused has no blocks anywhere.
LimitGroup of_multiprocessor(const SmLimits& sm, const LimitsQuestion& q, bool refused) {
    LimitGroup group{"Fit on one multiprocessor at a time", {}};
    const Occupancy o =
        occupancy_of(sm, {.block_threads = static_cast<int>(std::min<std::uint64_t>(q.shape.block.count(), 1 << 20)),
                          .registers_per_thread = q.needs.registers_per_thread,
                          .static_shared_bytes = q.needs.static_shared_bytes,
                          .dynamic_shared_bytes = q.shape.dynamic_shared_bytes});
    const char* wait = "No launch is refused because of it: blocks that do not fit wait until others end.";
    const auto row = [&](const char* name, int of_launch, int most) {
        group.rows.push_back({.name = name,
                              .of_launch = !refused && o.impossible.empty() ? number(static_cast<std::uint64_t>(of_launch)) : "-",
                              .most = number(static_cast<std::uint64_t>(most)),
                              .state = LimitState::says_so,
                              .error = {},
                              .help = wait});
    };
    row("Blocks", o.active_blocks, sm.blocks);
    row("Warps", o.active_warps, sm.warps());
    row("Threads", o.active_warps * static_cast<int>(kWarpSize), sm.threads);
    group.rows.push_back({.name = "Multiprocessors",
                          .of_launch = number(q.shape.grid.count()) + (q.shape.grid.count() == 1 ? " block" : " blocks"),
                          .most = q.multiprocessors ? number(static_cast<std::uint64_t>(*q.multiprocessors)) : "differs by model",
                          .state = LimitState::says_so,
                          .error = {},
                          .help = "With fewer blocks than multiprocessors, some multiprocessors have nothing to do."});
    return group;
}

const LimitRow* first_outside(const std::vector<LimitGroup>& groups) {
    for (const LimitGroup& group : groups)
        for (const LimitRow& row : group.rows)
            if (row.state == LimitState::outside) return &row;
    return nullptr;
}

bool needs_opt_in(const std::vector<LimitGroup>& groups) {
    return std::ranges::any_of(groups, [](const LimitGroup& group) {
        return std::ranges::any_of(group.rows, [](const LimitRow& row) { return row.state == LimitState::opt_in; });
    });
}

}  // namespace

std::vector<LimitGroup> launch_limits(const SmLimits& sm, const LimitsQuestion& q) {
    constexpr Device::Limits limits{};  // the same of every compute capability that the table has
    std::vector<LimitGroup> groups;
    groups.push_back(of_extents("Block", "blockDim", q.shape.block, limits.block));
    groups.back().rows.insert(groups.back().rows.begin(),
                              of_shape("Threads per block", q.shape.block.count(), limits.threads_per_block,
                                       "The product of the three extents of the block, whatever its shape."));
    groups.push_back(of_extents("Grid", "gridDim", q.shape.grid, limits.grid));
    groups.push_back(of_block_memory(sm, q));
    const bool refused = is_refused(groups);
    groups.push_back(of_multiprocessor(sm, q, refused));
    return groups;
}

std::optional<int> present_multiprocessors(const std::vector<DeviceInfo>& devices, const SmLimits& sm) {
    for (const DeviceInfo& info : devices) {
        const auto capability = info.properties.find("compute_capability"), count = info.properties.find("multiprocessors");
        if (capability == info.properties.end() || count == info.properties.end() || capability->second != sm.name()) continue;
        const std::string& text = count->second;
        int value = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc() && value > 0) return value;
    }
    return std::nullopt;
}

std::string limits_verdict(const SmLimits& sm, const std::vector<LimitGroup>& groups) {
    const LimitRow* row = first_outside(groups);
    if (row == nullptr)
        return fmt::format("This launch is within every limit of compute capability {}{}.", sm.name(),
                           needs_opt_in(groups) ? ", if the program opts in to more than 48 KB of shared memory" : "");
    const std::string what = row->of_launch == "0" ? "the minimum is 1" : "the limit is " + row->most;
    return fmt::format("This launch runs no thread. {}: {}, and {}. It returns {}.", row->name, row->of_launch, what, row->error);
}

bool is_refused(const std::vector<LimitGroup>& groups) { return first_outside(groups) != nullptr; }

}  // namespace warpwise::ui
