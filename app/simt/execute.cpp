#include "simt/execute.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>
#include <thread>
#include <tuple>
#include <utility>

#include "base/cpu_isa.h"
#include "simt/execute_block.h"
#include "simt/execute_children.h"
#include "simt/execute_ops.h"

namespace warpwise::simt {
namespace {

constexpr std::uint64_t small_launch_threads = 65536;
constexpr std::uint64_t state_bytes = std::uint64_t{4} << 30;  // that the warps of all host threads may take: they are fewer then

void report_progress(const LaunchPlan& plan, LaunchProgress& launch) {
    const std::uint64_t total = plan.shape.grid.count();
    const std::uint64_t done = launch.finished_blocks.fetch_add(1, std::memory_order_relaxed) + 1;
    if (plan.options.progress && done * 100 / total != (done - 1) * 100 / total) {
        plan.options.progress(static_cast<double>(done) / static_cast<double>(total));
    }
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

namespace {

// In the order of their places in the text, whatever the host's threads did.
Diagnostics join_warnings(LaunchProgress& launch) {
    std::ranges::sort(launch.warnings, {}, [](const Warning& w) { return std::tuple(w.text.line, w.text.column, w.position); });
    Diagnostics all;
    for (Warning& warning : launch.warnings) {
        if (warning.position > launch.fault_position.load()) continue;  // as with what is printed
        const bool told = !all.empty() && all.back().line == warning.text.line && all.back().column == warning.text.column;
        if (!told) all.push_back(std::move(warning.text));
    }
    return all;
}

// In the order in which the blocks are dispatched; a place that the launch has already told of is not told again.
void join_passed_over(LaunchProgress& launch, std::vector<Fault>& told) {
    std::ranges::sort(launch.passed_over, {}, [](const PassedOver& p) { return std::tuple(p.position, p.order); });
    for (PassedOver& found : launch.passed_over) {
        const Fault& fault = found.fault;
        if (found.position > launch.fault_position.load()) break;
        const bool is_told = std::ranges::any_of(told, [&](const Fault& other) {
            return other.kind == fault.kind && other.file == fault.file && other.line == fault.line && other.column == fault.column;
        });
        if (!is_told) told.push_back(std::move(found.fault));
    }
    launch.passed_over.clear();
}

// A race goes on, too. Behind a read of garbage it is most often what came of that.
void keep_passed_over_race(LaunchProgress& launch, std::vector<Fault>& told) {
    if (launch.race && !launch.fault && std::ranges::find(told, FaultKind::uninitialized_read, &Fault::kind) == told.end())
        told.push_back(std::move(*launch.race));
    launch.race.reset();
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

// Counted among those whose blocks may still change what others wait for.
class Running {
  public:
    explicit Running(BlockRun& run) : run_(run) { ++run_.launch.waits.running; }
    ~Running() {
        --run_.launch.waits.running;
        go_on(run_);
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

  private:
    BlockRun& run_;
};

void run_blocks(const LaunchPlan& plan, LaunchProgress& launch, RunWarp loop, std::uint32_t index, std::uint64_t end) {
    BlockRun run(plan, launch);
    run.index = index;
    prepare_run(run);
    const Running running(run);
    for (;;) {
        run.position = launch.next_position.fetch_add(1);
        if (run.position >= end || run.position >= launch.fault_position.load() || launch.cancelled) break;
        keep_block(run, run_block(run, loop));
    }
    keep_sums(run);
}

// A host thread keeps the registers and local memory of a whole block, which a kernel may make large.
std::uint64_t workers_that_fit(const LaunchPlan& plan) {
    const std::uint64_t warps = (plan.threads_per_block + kLanes - 1) / kLanes;
    const std::uint64_t bytes = warps * (plan.entry.frame_bytes + std::uint64_t{2} * kLanes * plan.entry.local_bytes);
    return std::max<std::uint64_t>(1, state_bytes / std::max<std::uint64_t>(1, bytes));
}

}  // namespace

int worker_count(const LaunchPlan& plan) {
    const bool full = plan.options.trace == TraceLevel::full;
    // What a barrier of the grid or the end of a grid orders is known of one host thread's numbers (BlockIntervals).
    if (full && (plan.is_cooperative || plan.has_children || plan.launched_by)) return 1;
    // Which of two racing blocks comes first then follows the host's threads: small launches tell the same in every run.
    if (full && plan.shape.grid.count() * plan.threads_per_block < small_launch_threads) return 1;
    const int host = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    int wanted = plan.options.threads > 0 ? plan.options.threads : host;
    if (full) wanted = std::min(wanted, kMostTracingWorkers);
    wanted = static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(wanted), workers_that_fit(plan)));
    return static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(wanted), plan.shape.grid.count()));
}

namespace {

std::string join_printed(LaunchProgress& launch) {
    std::ranges::sort(launch.printed);
    std::string all;
    for (const auto& [position, text] : launch.printed) {
        if (position > launch.fault_position.load()) break;  // the others' blocks differ from run to run
        all += text;
    }
    if (all.size() > kPrintedBytes) {
        all.resize(kPrintedBytes);
        all += "\n... (the rest is not shown)\n";
    }
    return all;
}

}  // namespace

RunWarp pick_loop(TraceLevel trace) {
    switch (isa_here()) {
        case Isa::avx512: return run_warp_v4(trace);
        case Isa::avx2: return run_warp_v3(trace);
        case Isa::baseline: break;
    }
    return run_warp_baseline(trace);
}

void run_launch(const LaunchPlan& plan, LaunchProgress& launch, std::uint64_t end) {
    const RunWarp loop = pick_loop(plan.options.trace);
    const int workers = worker_count(plan);
    launch.intervals.resize(static_cast<std::size_t>(workers));
    const auto guarded = [&](std::uint32_t index) {
        try {
            run_blocks(plan, launch, loop, index, end);
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
    for (int i = 1; i < workers; ++i) helpers.emplace_back(guarded, static_cast<std::uint32_t>(i));
    guarded(0);
}

Result<void> prepare_memory(const Bytecode& program, Memory& memory) {
    if (program.global_image.empty()) return {};
    const auto base = memory.allocate("__device__ variables", program.global_image.size(), 1);
    if (!base) return std::unexpected(base.error());
    std::memcpy(memory.host(*base, program.global_image.size()), program.global_image.data(), program.global_image.size());
    for (const Symbol& symbol : program.symbols) {
        if (symbol.space != Symbol::Space::global || symbol.window == 0) continue;
        const std::size_t element_bytes = std::max<std::size_t>(element_bytes_of(program, symbol.type), 1);
        if (auto own = memory.allocate_at(address_of(symbol), symbol.name, symbol.bytes, element_bytes); !own) return own;
        std::memcpy(memory.host(address_of(symbol), symbol.bytes), program.global_image.data() + symbol.offset, symbol.bytes);
    }
    return {};
}

void run_grid(const LaunchPlan& plan, LaunchProgress& launch, ExecuteOutcome& outcome) {
    if (plan.is_cooperative) {
        run_cooperative_launch(plan, launch);
    } else {
        run_launch(plan, launch, plan.shape.grid.count());
    }
    ++outcome.grids;
    outcome.printed += join_printed(launch);
    launch.printed.clear();
    launch.printed_bytes = 0;
    for (Diagnostic& warning : join_warnings(launch)) {
        const bool told = std::ranges::any_of(
            outcome.warnings, [&](const Diagnostic& d) { return d.line == warning.line && d.column == warning.column; });
        if (!told) outcome.warnings.push_back(std::move(warning));
    }
    launch.warnings.clear();
    join_passed_over(launch, outcome.passed_over);
}

ExecuteOutcome execute(const Bytecode& program, const Function& entry, const LaunchShape& shape,
                       std::span<const ArgumentBytes> arguments, Memory& memory, const ExecuteOptions& options) {
    LaunchPlan plan(program, entry, shape, arguments, memory, options);
    LaunchProgress launch;
    ExecuteOutcome outcome;
    run_grids(plan, launch, outcome);
    if (options.goes_on_as_gpu) keep_passed_over_race(launch, outcome.passed_over);
    outcome.fault = launch.fault ? std::move(launch.fault) : std::move(launch.race);
    if (!outcome.fault && outcome.passed_over.empty() && !launch.cancelled) {
        for (Diagnostic& gap : elements_never_written(plan.memory, plan.shadows)) outcome.warnings.push_back(std::move(gap));
    }
    outcome.cancelled = launch.cancelled;
    outcome.counters = launch.counters;
    outcome.warp_instructions = launch.warp_instructions;
    outcome.lane_instructions = launch.lane_instructions;
    for (const auto& shadow : plan.shadows) {
        if (!shadow->written || !shadow->writers.get()) continue;
        outcome.writers.push_back({shadow->argument, {shadow->writers.get(), shadow->writers.get() + shadow->elements}});
    }
    outcome.watched = std::move(launch.watched);
    if (launch.lines) outcome.lines = launch.lines->lines();
    return outcome;
}

}  // namespace warpwise::simt
