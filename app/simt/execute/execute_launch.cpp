#include "simt/execute/execute_launch.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <new>
#include <thread>
#include <utility>

#include "base/cpu_isa.h"
#include "simt/execute/execute_block.h"
#include "simt/execute/execute_endless.h"
#include "simt/execute/execute_native.h"
#include "simt/execute/execute_ops.h"
#include "simt/execute/execute_step.h"

namespace warpwise::simt {
namespace {

// In warp instructions: after kAloneSteps, a launch checks whether starting other threads is worth it; at least kStepsOfHelper must
// be left for each of them. Starting a thread, and waiting until the system has let it end, takes as long as thousands.
constexpr std::uint64_t kAloneSteps = 4096, kStepsOfHelper = 32'768;
constexpr std::uint64_t kMostCounted = 65'536;  // of blocks that are left: a product with their instructions stays small
constexpr std::uint64_t kSmallLaunchThreads = 65536;
constexpr std::uint64_t kStateBytes = std::uint64_t{4} << 30;  // that the warps of all host threads may take: they are fewer then

void report_progress(const LaunchPlan& plan, LaunchProgress& launch) {
    const std::uint64_t total = plan.shape.grid.count();
    const std::uint64_t done = launch.finished_blocks.fetch_add(1, std::memory_order_relaxed) + 1;
    if (plan.options.progress && done * 100 / total != (done - 1) * 100 / total) {
        plan.options.progress(static_cast<double>(done) / static_cast<double>(total));
    }
}

// What lies behind the first megabyte, in the order of the blocks, will be cut: it is dropped before it fills the memory.
void keep_printed(BlockRun& run) {
    LaunchProgress& launch = run.launch;
    const std::lock_guard lock(launch.mutex);
    launch.printed_bytes += run.printed.size();
    launch.printed.emplace_back(run.position, std::exchange(run.printed, {}));
    if (launch.printed_bytes < 2 * kPrintedBytes) return;
    std::ranges::sort(launch.printed);
    std::size_t kept = 0, bytes = 0;
    while (bytes <= kPrintedBytes) bytes += launch.printed[kept++].second.size();
    launch.printed.resize(kept);
    launch.printed_bytes = bytes;
    launch.last_printing = launch.printed.back().first;
}

}  // namespace

// The fault of the block that comes first in the order of dispatch counts: all before it have run, whatever the host's
// threads did, so that a launch always reports the same one.
void keep_fault(BlockRun& run) {
    LaunchProgress& launch = run.launch;
    const std::lock_guard lock(launch.mutex);
    if (run.position < launch.fault_position.load()) {
        launch.fault_position = run.position;
        launch.fault = std::move(run.fault);
    }
    run.fault.reset();
}

void keep_sums(BlockRun& run) {
    LaunchProgress& launch = run.launch;
    const std::lock_guard lock(launch.mutex);
    launch.counters += run.counters;
    launch.warp_instructions += run.warp_instructions;
    launch.lane_instructions += run.lane_instructions;
    launch.most_by_one_warp = std::max(launch.most_by_one_warp, run.most_by_one_warp);
    if (run.lines) {
        run.lines->finish(run.counters);
        if (launch.lines) {
            *launch.lines += *run.lines;
        } else {
            launch.lines = std::move(run.lines);
        }
    }
    launch.last_interval = std::max(launch.last_interval, run.intervals.now);
    launch.watched.insert(launch.watched.end(), run.watched.begin(), run.watched.end());
    std::ranges::move(run.warnings, std::back_inserter(launch.warnings));
    std::ranges::move(run.passed_over, std::back_inserter(launch.passed_over));
}

void keep_block(BlockRun& run, bool good) {
    if (run.fault) keep_fault(run);
    if (!run.printed.empty()) keep_printed(run);
    if (!run.children.empty()) {
        const std::lock_guard lock(run.launch.mutex);
        std::ranges::move(run.children, std::back_inserter(run.launch.children));
        run.children.clear();
    }
    if (good) report_progress(run.plan, run.launch);
}

namespace {

// Its thread counts, from before it starts, among those whose blocks may still change what others wait for: until here.
class Running {
  public:
    explicit Running(BlockRun& run) : run_(run) {}
    ~Running() {
        --run_.launch.waits.running;
        go_on(run_);
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

  private:
    BlockRun& run_;
};

// Starts as many threads as are worth it, judged by the warp instructions that a block may take. False:
// no more threads can be started.
using Help = std::function<bool(std::uint64_t steps_of_block)>;

// `help`, if there is any, is called after kAloneSteps warp instructions of this thread, and each time their number has doubled,
// until it returns false.
void run_blocks(const LaunchPlan& plan, LaunchProgress& launch, const WarpLoop& loop, std::uint32_t index, std::uint64_t end,
                const Help& help) {
    BlockRun run(plan, launch);
    {
        const Running running(run);
        run.index = index;
        run.undo = plan.options.undo;
        if (help) run.asks_at = kAloneSteps;
        prepare_run(run);
        for (std::uint64_t blocks = 1;; ++blocks) {
            run.position = launch.next_position.fetch_add(1);
            if (run.position >= end || run.position >= launch.fault_position.load() || launch.cancelled) break;
            start_block(run);
            Advance advanced = advance(run, loop);
            while (advanced == Advance::asks) {
                // The average of this thread's blocks, or what the present one has taken if that is more: those that are left may
                // be as long, however short the first ones were.
                const bool may_be_more = help(std::max(run.warp_instructions / blocks, run.block_steps));
                run.asks_at = may_be_more ? 2 * run.warp_instructions : ~std::uint64_t{0};
                advanced = advance(run, loop);
            }
            keep_block(run, advanced == Advance::ended);
        }
    }
    keep_sums(run);
    leave_memory(run);
}

// A host thread keeps the registers and local memory of a whole block, which a kernel may make large.
std::uint64_t workers_that_fit(const LaunchPlan& plan) {
    const std::uint64_t warps = (plan.threads_per_block + kLanes - 1) / kLanes;
    const std::uint64_t bytes = warps * (plan.entry.frame_bytes + std::uint64_t{2} * kLanes * plan.entry.local_bytes);
    return std::max<std::uint64_t>(1, kStateBytes / std::max<std::uint64_t>(1, bytes));
}

}  // namespace

int worker_count(const LaunchPlan& plan) {
    const bool full = plan.options.trace == TraceLevel::full;
    if (plan.options.undo) return 1;
    // What a barrier of the grid or the end of a grid orders is known of one host thread's numbers (BlockIntervals).
    if (full && (plan.is_cooperative || plan.has_children || plan.launched_by)) return 1;
    // Which of two racing blocks comes first then follows the host's threads: small launches tell the same in every run.
    if (full && plan.shape.grid.count() * plan.threads_per_block < kSmallLaunchThreads) return 1;
    const int host = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    int wanted = plan.options.threads > 0 ? plan.options.threads : host;
    if (full) wanted = std::min(wanted, kMostTracingWorkers);
    wanted = static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(wanted), workers_that_fit(plan)));
    return static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(wanted), plan.shape.grid.count()));
}

WarpLoop pick_loop(const ExecuteOptions& options) {
    const TraceLevel trace = options.trace;
    if (takes_turns(options.order)) return {run_warp_in_turns(trace)};
    switch (isa_here()) {
        case Isa::avx512: return warp_loop_v4(trace);
        case Isa::avx2: return warp_loop_v3(trace);
        case Isa::baseline: break;
    }
    return warp_loop_baseline(trace);
}

void run_launch(const LaunchPlan& plan, LaunchProgress& launch, std::uint64_t end) {
    const WarpLoop loop = pick_loop(plan.options);
    if (tier_of(plan.options) == Tier::native) ask_for_native(plan, launch, true);
    use_kept_native(plan, launch);
    ask_for_often_launched(plan, launch);
    const int workers = worker_count(plan);
    launch.intervals.resize(static_cast<std::size_t>(workers));
    const auto guarded = [&](std::uint32_t index, const Help& help) {
        try {
            run_blocks(plan, launch, loop, index, end, help);
        } catch (const std::bad_alloc&) {
            const std::lock_guard lock(launch.mutex);
            launch.fault_position = 0;
            launch.fault = Fault{.kind = FaultKind::memory_budget,
                                 .file = plan.program.origin,
                                 .message = "the host does not have enough memory for the emulator's own state",
                                 .hint = "Use smaller blocks or fewer host threads."};
        }
    };
    std::vector<std::jthread> helpers;
    const auto start_helpers = [&](std::uint64_t steps_of_block) {
        const std::uint64_t begun = std::min<std::uint64_t>(launch.next_position, end), blocks = end - begun;
        const std::uint64_t worth = std::min(blocks, std::min(blocks, kMostCounted) * steps_of_block / kStepsOfHelper);
        while (helpers.size() < worth && static_cast<int>(helpers.size()) + 1 < workers) {
            ++launch.waits.running;
            helpers.emplace_back(guarded, static_cast<std::uint32_t>(helpers.size()) + 1, nullptr);
        }
        return blocks > 0 && static_cast<int>(helpers.size()) + 1 < workers;
    };
    ++launch.waits.running;
    guarded(0, workers > 1 ? Help(start_helpers) : nullptr);
    helpers.clear();
    note_launch(plan, launch);
}

}  // namespace warpwise::simt
