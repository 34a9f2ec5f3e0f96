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
#include "simt/execute_ops.h"

namespace warpwise::simt {
namespace {

constexpr std::uint64_t small_launch_threads = 65536;
constexpr std::uint64_t state_bytes = std::uint64_t{4} << 30;  // that the warps of all workers may take: workers are fewer then

RunWarp pick_loop(TraceLevel trace) {
    switch (isa_here()) {
        case Isa::avx512: return run_warp_v4(trace);
        case Isa::avx2: return run_warp_v3(trace);
        case Isa::baseline: break;
    }
    return run_warp_baseline(trace);
}

void report_progress(LaunchState& launch) {
    const std::uint64_t total = launch.shape.grid.count();
    const std::uint64_t done = launch.finished_blocks.fetch_add(1, std::memory_order_relaxed) + 1;
    if (launch.options.progress && done * 100 / total != (done - 1) * 100 / total) {
        launch.options.progress(static_cast<double>(done) / static_cast<double>(total));
    }
}

// The fault of the block that comes first in the order of dispatch counts: all before it have run, whatever the host's
// threads did, so that a launch always reports the same one.
void keep_fault(Worker& worker) {
    LaunchState& launch = worker.launch;
    const std::lock_guard lock(launch.mutex);
    if (worker.position < launch.fault_position.load()) {
        launch.fault_position = worker.position;
        launch.fault = std::move(worker.fault);
    }
    worker.fault.reset();
}

void keep_sums(Worker& worker) {
    LaunchState& launch = worker.launch;
    const std::lock_guard lock(launch.mutex);
    launch.counters += worker.counters;
    launch.warp_instructions += worker.warp_instructions;
    launch.lane_instructions += worker.lane_instructions;
    launch.watched.insert(launch.watched.end(), worker.watched.begin(), worker.watched.end());
    std::ranges::move(worker.warnings, std::back_inserter(launch.warnings));
}

// In the order of their places in the text, whatever the host's threads did.
Diagnostics join_warnings(LaunchState& launch) {
    std::ranges::sort(launch.warnings, {}, [](const Warning& w) { return std::tuple(w.text.line, w.text.column, w.position); });
    Diagnostics all;
    for (Warning& warning : launch.warnings) {
        if (warning.position > launch.fault_position.load()) continue;  // as with what is printed
        const bool told = !all.empty() && all.back().line == warning.text.line && all.back().column == warning.text.column;
        if (!told) all.push_back(std::move(warning.text));
    }
    return all;
}

// What lies behind the first megabyte, in the order of the blocks, will be cut: it is dropped before it fills the memory.
void keep_printed(Worker& worker) {
    LaunchState& launch = worker.launch;
    const std::lock_guard lock(launch.mutex);
    launch.printed_bytes += worker.printed.size();
    launch.printed.emplace_back(worker.position, std::exchange(worker.printed, {}));
    if (launch.printed_bytes < 8 * kPrintedBytes) return;
    std::ranges::sort(launch.printed);
    std::size_t kept = 0, bytes = 0;
    while (bytes <= kPrintedBytes) bytes += launch.printed[kept++].second.size();
    launch.printed.resize(kept);
    launch.printed_bytes = bytes;
}

void run_blocks(LaunchState& launch, RunWarp run, std::uint32_t index) {
    Worker worker(launch);
    worker.index = index;
    prepare_worker(worker);
    const std::uint64_t count = launch.shape.grid.count();
    for (;;) {
        worker.position = launch.next_position.fetch_add(1);
        if (worker.position >= count || worker.position >= launch.fault_position.load() || launch.cancelled) break;
        const bool good = run_block(worker, run);
        if (worker.fault) keep_fault(worker);
        if (!worker.printed.empty()) keep_printed(worker);
        if (good) report_progress(launch);
    }
    keep_sums(worker);
}

// A worker keeps the registers and local memory of a whole block, which a kernel may make large.
std::uint64_t workers_that_fit(const LaunchState& launch) {
    const std::uint64_t warps = (launch.threads_per_block + kLanes - 1) / kLanes;
    const std::uint64_t bytes = warps * (launch.entry.frame_bytes + std::uint64_t{2} * kLanes * launch.entry.local_bytes);
    return std::max<std::uint64_t>(1, state_bytes / std::max<std::uint64_t>(1, bytes));
}

int worker_count(const LaunchState& launch) {
    const bool full = launch.options.trace == TraceLevel::full;
    // Which of two racing blocks comes first then follows the host's threads: small launches tell the same in every run.
    if (full && launch.shape.grid.count() * launch.threads_per_block < small_launch_threads) return 1;
    const int host = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    int wanted = launch.options.threads > 0 ? launch.options.threads : host;
    if (full) wanted = std::min(wanted, kMostTracingWorkers);
    wanted = static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(wanted), workers_that_fit(launch)));
    return static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(wanted), launch.shape.grid.count()));
}

void run_workers(LaunchState& launch, RunWarp run) {
    const int workers = worker_count(launch);
    launch.intervals.resize(static_cast<std::size_t>(workers));
    const auto guarded = [&](std::uint32_t index) {
        try {
            run_blocks(launch, run, index);
        } catch (const std::bad_alloc&) {
            const std::lock_guard lock(launch.mutex);
            launch.fault_position = 0;
            launch.fault = Fault{.kind = FaultKind::memory_budget,
                                 .file = launch.program.origin,
                                 .message = "the host does not have enough memory for the emulator's own state",
                                 .hint = "Use smaller blocks or fewer host threads."};
        }
    };
    std::vector<std::jthread> helpers;
    for (int i = 1; i < workers; ++i) helpers.emplace_back(guarded, static_cast<std::uint32_t>(i));
    guarded(0);
}

std::string join_printed(LaunchState& launch) {
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

Result<void> prepare_memory(const Bytecode& program, Memory& memory) {
    if (program.global_image.empty()) return {};
    const auto base = memory.allocate("__device__ variables", program.global_image.size(), 1);
    if (!base) return std::unexpected(base.error());
    std::memcpy(memory.host(*base, program.global_image.size()), program.global_image.data(), program.global_image.size());
    return {};
}

ExecuteOutcome execute(const Bytecode& program, const Function& entry, const LaunchShape& shape,
                       std::span<const ArgumentBytes> arguments, Memory& memory, const ExecuteOptions& options) {
    LaunchState launch{
        .program = program, .entry = entry, .shape = shape, .arguments = arguments, .memory = memory, .options = options};
    launch.start = std::chrono::steady_clock::now();
    launch.threads_per_block = static_cast<std::uint32_t>(shape.block.count());
    launch.shared_bytes = program.static_shared_bytes + shape.dynamic_shared_bytes;
    launch.constant_image.resize(program.constant_image.size());
    if (!program.constant_image.empty())
        std::memcpy(launch.constant_image.data(), program.constant_image.data(), program.constant_image.size());
    launch.constants_copy.resize(program.constants.size() + 64);
    const auto start = reinterpret_cast<std::uintptr_t>(launch.constants_copy.data());
    std::byte* aligned = launch.constants_copy.data() + ((start + 63) / 64 * 64 - start);
    if (!program.constants.empty()) std::memcpy(aligned, program.constants.data(), program.constants.size());
    launch.constants = aligned;
    if (options.trace == TraceLevel::full) launch.shadows = make_shadows(memory);

    run_workers(launch, pick_loop(options.trace));

    ExecuteOutcome outcome;
    outcome.printed = join_printed(launch);
    outcome.fault = launch.fault ? std::move(launch.fault) : std::move(launch.race);
    outcome.warnings = join_warnings(launch);
    outcome.cancelled = launch.cancelled;
    outcome.counters = launch.counters;
    outcome.warp_instructions = launch.warp_instructions;
    outcome.lane_instructions = launch.lane_instructions;
    for (const auto& shadow : launch.shadows) {
        if (!shadow->written || !shadow->writers.get()) continue;
        outcome.writers.push_back({shadow->argument, {shadow->writers.get(), shadow->writers.get() + shadow->elements}});
    }
    outcome.watched = std::move(launch.watched);
    return outcome;
}

}  // namespace warpwise::simt
