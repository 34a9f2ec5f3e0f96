#include "simt/execute_children.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <ranges>
#include <utility>

#include "simt/execute_fault.h"
#include "simt/execute_objects.h"
#include "simt/execute_ops.h"

namespace warpwise::simt {
namespace {

// As the prelude writes it (prelude/launches.inc). Each parameter begins at a multiple of 16 bytes.
struct GridRecord {
    std::uint64_t kernel = 0;
    std::uint32_t grid[3] = {}, block[3] = {};
    std::uint64_t shared_bytes = 0, stream = 0, parameters = 0;
};
constexpr std::uint64_t tail_stream = 3;
constexpr std::uint32_t most_threads = 1024, most_block_z = 64, most_grid_yz = 65535;
constexpr std::uint64_t most_shared_bytes = std::uint64_t{227} << 10;

std::uint64_t parameter_bytes(const Parameter& parameter) {
    return parameter.by_value_bytes ? parameter.by_value_bytes : parameter.wide ? 8 : 4;
}

bool check_shape(BlockRun& run, const Warp& warp, const Instruction& in, int lane, const Function& kernel,
                 const LaunchShape& shape) {
    const Dim3 &grid = shape.grid, &block = shape.block;
    const bool empty = grid.count() == 0 || block.count() == 0;
    const bool too_large = block.x > most_threads || block.y > most_threads || block.z > most_block_z ||
                           block.count() > most_threads || grid.x > 0x7fffffffu || grid.y > most_grid_yz || grid.z > most_grid_yz;
    if (!empty && !too_large && std::uint64_t{shape.dynamic_shared_bytes} + run.program.static_shared_bytes <= most_shared_bytes)
        return true;
    return raise(run, warp, in, lane, FaultKind::launch_invalid,
                 fmt::format("launches '{}' with a grid of {} x {} x {} blocks of {} x {} x {} threads and {} bytes of dynamic "
                             "shared memory, which no GPU accepts (cudaErrorInvalidConfiguration)",
                             kernel.name, grid.x, grid.y, grid.z, block.x, block.y, block.z, shape.dynamic_shared_bytes),
                 empty ? "A grid and a block have at least one of each: do not launch where nothing is left to do."
                       : "A block has at most 1024 threads.");
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
    child.is_tail = record.stream == tail_stream;
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

// Ready for the next grid: what is kept over all of them stays.
void begin_grid(LaunchProgress& launch) {
    launch.next_position = 0;
    launch.finished_blocks = 0;
    launch.last_printing = ~std::uint64_t{0};
    if (launch.race) launch.race_rank = 0;  // an earlier grid's race is the one to tell
    launch.ordered_before = launch.last_interval + 1;
}

Fault too_many_grids(const LaunchPlan& plan, const ChildGrid& child) {
    return {.kind = FaultKind::step_budget,
            .file = plan.program.origin,
            .line = static_cast<int>(child.line),
            .message =
                fmt::format("the kernel does not end: it has launched {} grids, the most that the emulator runs, and '{}' is next",
                            kMostGrids, child.kernel->name),
            .hint = "Where each grid launches several others, their number grows exponentially: launch fewer, larger grids."};
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

void run_grids(LaunchPlan& plan, LaunchProgress& launch, ExecuteOutcome& outcome) {
    run_grid(plan, launch, outcome);
    std::map<std::pair<bool, std::uint64_t>, std::vector<ChildGrid>>
        children;  // by block, those in the tail stream behind all others
    for (ChildGrid& child : std::exchange(launch.children, {}))
        children[{child.is_tail, child.position}].push_back(std::move(child));
    ExecuteOptions options = plan.options;
    options.watch_thread.reset();
    options.progress = {};
    ++launch.depth;
    for (auto& child : children | std::views::values | std::views::join) {
        if (launch.fault || launch.cancelled) break;
        if (outcome.grids >= kMostGrids) {
            launch.fault = too_many_grids(plan, child);
            break;
        }
        --launch.pending;
        begin_grid(launch);
        LaunchPlan next(plan.program, *child.kernel, child.shape, child.arguments, plan.memory, options);
        next.launched_by = child.launched_by;
        const std::size_t told = outcome.passed_over.size();
        std::swap(next.shadows, plan.shadows);
        run_grids(next, launch, outcome);
        std::swap(next.shadows, plan.shadows);
        const auto name_grid = [&](Fault& fault) {
            if (!fault.message.contains("child grid"))
                fault.message += fmt::format(" (in the child grid '{}', launched in line {})", child.kernel->name, child.line);
        };
        if (launch.fault) name_grid(*launch.fault);
        std::for_each(outcome.passed_over.begin() + static_cast<std::ptrdiff_t>(told), outcome.passed_over.end(), name_grid);
    }
    --launch.depth;
}

}  // namespace warpwise::simt
