// Dynamic parallelism: grids that threads of a kernel launch. They run when the grid of those threads has ended (execute_grids.h).
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/emulated_gpu.h"
#include "base/launch_limits.h"
#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_objects.h"
#include "simt/execute/execute_ops.h"

namespace warpwise::simt {
namespace {

// As CUDA has them by default: the grids that may wait to begin at a time, and how deep grids may nest.
constexpr std::uint64_t kMostPendingGrids = kEmulatedGpu.pending_grids;
constexpr std::uint32_t kDeepestGrid = 24;

// As the prelude writes it (prelude/launches.inc). Each parameter begins at a multiple of 16 bytes.
struct GridRecord {
    std::uint64_t kernel = 0;
    std::uint32_t grid[3] = {}, block[3] = {};
    std::uint64_t shared_bytes = 0, stream = 0, parameters = 0;
};
constexpr std::uint64_t kTailStream = 3;

std::uint64_t parameter_bytes(const Parameter& parameter) {
    return parameter.by_value_bytes ? parameter.by_value_bytes : parameter.wide ? 8 : 4;
}

bool check_shape(BlockRun& run, const Warp& warp, const Instruction& in, int lane, const Function& kernel,
                 const LaunchShape& shape) {
    const Dim3 &grid = shape.grid, &block = shape.block;
    const bool empty = grid.count() == 0 || block.count() == 0;
    const std::uint64_t shared_bytes = std::uint64_t{shape.dynamic_shared_bytes} + run.program.static_shared_bytes;
    if (shared_bytes <= kEmulatedGpu.launch.shared_bytes_per_block && !check_launch_shape(shape, kEmulatedGpu.launch)) return true;
    return raise(run, warp, in, lane, FaultKind::launch_invalid,
                 fmt::format("launches '{}' with a grid of {} x {} x {} blocks of {} x {} x {} threads and {} bytes of dynamic "
                             "shared memory, which no GPU accepts (cudaErrorInvalidConfiguration)",
                             kernel.name, grid.x, grid.y, grid.z, block.x, block.y, block.z, shape.dynamic_shared_bytes),
                 empty ? "A grid and a block have at least one of each: do not launch where nothing is left to do."
                       : fmt::format("A block has at most {} threads.", kEmulatedGpu.launch.threads_per_block));
}

bool read_arguments(BlockRun& run, Warp& warp, const Instruction& in, int lane, std::uint64_t address, ChildGrid& child) {
    for (const Parameter& parameter : child.kernel->parameters) {
        ArgumentBytes& bytes = child.arguments.emplace_back(parameter_bytes(parameter));
        if (!read_bytes(run, warp, in, lane, address, bytes.data(), bytes.size())) return false;
        address += (bytes.size() + 15) / 16 * 16;
        std::uint64_t value = 0;
        if (parameter.wide) std::memcpy(&value, bytes.data(), sizeof value);
        if (value < kSharedBase || value >= kConstantBase) continue;
        return raise(run, warp, in, lane, FaultKind::out_of_bounds,
                     fmt::format("launches '{}' with a pointer to {} memory, which a child grid cannot access", child.kernel->name,
                                 value < kLocalBase ? "shared" : "local"),
                     "Pass data by value, or in global memory.");
    }
    return true;
}

bool check_budget(BlockRun& run, const Warp& warp, const Instruction& in, int lane, const Function& kernel) {
    if (run.launch.depth >= kDeepestGrid)
        return raise(run, warp, in, lane, FaultKind::launch_invalid,
                     fmt::format("launches '{}' from a grid that is {} launches deep, the most that CUDA allows "
                                 "(cudaErrorLaunchMaxDepthExceeded)",
                                 kernel.name, kDeepestGrid),
                     "A recursion needs a case that launches nothing; below some size, let the kernel do the work itself.");
    if (run.launch.pending.fetch_add(1) < kMostPendingGrids) return true;
    return raise(run, warp, in, lane, FaultKind::launch_invalid,
                 fmt::format("launches '{}' while {} grids wait to begin, the most that CUDA keeps by default "
                             "(cudaErrorLaunchPendingCountExceeded)",
                             kernel.name, kMostPendingGrids),
                 "Let one thread launch a larger grid, instead of each thread a small one. On a GPU, the host can raise "
                 "cudaLimitDevRuntimePendingLaunchCount.");
}

bool launch_one(BlockRun& run, Warp& warp, const Instruction& in, int lane) {
    GridRecord record;
    const std::uint64_t address = read_lanes<std::uint64_t>(run, warp, in.a)[lane];
    if (!read_bytes(run, warp, in, lane, address, reinterpret_cast<std::byte*>(&record), sizeof record)) return false;
    const std::uint64_t index = (record.kernel - kFunctionBase) / kFunctionStride;
    if (record.kernel < kFunctionBase || index >= run.program.functions.size())
        return raise(run, warp, in, lane, FaultKind::null_pointer, "launches what is not a kernel", "Name the kernel.");
    ChildGrid child;
    child.kernel = &run.program.functions[index];
    child.shape = {{record.grid[0], record.grid[1], record.grid[2]},
                   {record.block[0], record.block[1], record.block[2]},
                   static_cast<std::uint32_t>(std::min<std::uint64_t>(record.shared_bytes, ~std::uint32_t{0}))};
    child.position = run.position;
    child.is_tail = record.stream == kTailStream;
    child.launched_by = run.plan.launched_by ? run.plan.launched_by
                                             : static_cast<std::uint32_t>(run.block * run.plan.threads_per_block) +
                                                   run.linear_thread(warp, lane) + 1;
    child.line = location_of(warp, in).line;
    if (!check_shape(run, warp, in, lane, *child.kernel, child.shape) ||
        !read_arguments(run, warp, in, lane, record.parameters, child))
        return false;
    if (run.stepping) return true;  // a session is one block, and may execute the launch several times
    if (!check_budget(run, warp, in, lane, *child.kernel)) return false;
    run.children.push_back(std::move(child));
    return true;
}

}  // namespace

bool launch_grids(BlockRun& run, Warp& warp, const Instruction& in) {
    bool good = true;
    for_each_lane(warp.mask, [&](int lane) { good = good && launch_one(run, warp, in, lane); });
    if (!good) return false;
    constexpr std::uint32_t success[kLanes] = {};
    write_active(warp, in.dst, success);
    return true;
}

}  // namespace warpwise::simt
