// warpwise occupancy: blocks and warps on one multiprocessor, for any compute capability, without a GPU
#include "device/interface/occupancy.h"
#include "base/standard_streams.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>

#include "base/json.h"
#include "cli/commands.h"

namespace warpwise {
namespace {

constexpr std::array kAllLimits{OccupancyLimit::threads, OccupancyLimit::blocks, OccupancyLimit::registers,
                                OccupancyLimit::shared_memory};

std::string limits_text(const Occupancy& o) {
    std::string text;
    for (const OccupancyLimit limit : o.limits) text += (text.empty() ? "" : " and ") + std::string(name_of(limit));
    return text;
}

nlohmann::json json_of(const SmLimits& sm, const OccupancyQuestion& q, const Occupancy& o) {
    nlohmann::json blocks_by, binding = nlohmann::json::array();
    for (const OccupancyLimit limit : kAllLimits) blocks_by[std::string(name_of(limit))] = o.by(limit);
    for (const OccupancyLimit limit : o.limits) binding.push_back(name_of(limit));
    return {{"compute_capability", sm.name()},
            {"architecture", sm.architecture},
            {"block_threads", q.block_threads},
            {"registers_per_thread", q.registers_per_thread},
            {"shared_bytes", q.static_shared_bytes + q.dynamic_shared_bytes},
            {"active_blocks", o.active_blocks},
            {"active_warps", o.active_warps},
            {"most_warps", o.most_warps},
            {"occupancy", o.fraction},
            {"limits", binding},
            {"blocks_by", blocks_by},
            {"carve_out_bytes", o.carve_out_bytes},
            {"impossible", o.impossible}};
}

void print_text(const SmLimits& sm, const OccupancyQuestion& q, const Occupancy& o) {
    print_to(stdout,
             "compute capability {} ({}): {} threads per block, {} registers per thread, {} bytes of shared memory per block\n",
             sm.name(), sm.architecture, q.block_threads, q.registers_per_thread, q.static_shared_bytes + q.dynamic_shared_bytes);
    if (!o.impossible.empty()) return print_to(stdout, "  no block fits: {}\n", o.impossible);
    print_to(stdout, "  {} blocks and {} of {} warps per multiprocessor: occupancy {:.1f} %, limited by {}\n", o.active_blocks,
             o.active_warps, o.most_warps, 100 * o.fraction, limits_text(o));
    for (const OccupancyLimit limit : kAllLimits)
        print_to(stdout, "  {:<14} {:>3} blocks{}\n", name_of(limit), o.by(limit), o.binds(limit) ? "  <- the limit" : "");
    print_to(stdout, "  shared memory takes {} KB of the multiprocessor's memory; a block takes {} bytes of it\n",
             o.carve_out_bytes / 1024, o.shared_bytes_per_block);
}

}  // namespace

int occupancy_command(const OccupancyOptions& options) {
    const auto sm = find_sm_limits(options.compute_capability);
    if (!sm) return report(sm.error());
    OccupancyQuestion question{.block_threads = options.block_threads,
                               .registers_per_thread = options.registers_per_thread,
                               .dynamic_shared_bytes = options.shared_bytes};
    if (options.carve_out_kib) question.carve_out_bytes = std::size_t{*options.carve_out_kib} * 1024;
    const Occupancy occupancy = occupancy_of(**sm, question);
    if (options.json)
        print_to(stdout, "{}\n", json_text(json_of(**sm, question, occupancy)));
    else
        print_text(**sm, question, occupancy);
    return occupancy.impossible.empty() ? 0 : 1;
}

}  // namespace warpwise
