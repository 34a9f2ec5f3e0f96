#include "simt/execute/execute.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "simt/execute/block_memory.h"
#include "simt/execute/execute_grids.h"
#include "simt/memory/kernel_heap.h"

namespace warpwise::simt {
namespace {

// A race goes on, too, and stays one where the launch took too long behind it. Behind a read of garbage it is most often what came
// of that.
void keep_passed_over_race(LaunchProgress& launch, ExecuteOutcome& outcome) {
    const bool is_first = !launch.fault || launch.fault->kind == FaultKind::step_budget;
    const bool is_alone = std::ranges::none_of(outcome.passed_over, [](const Fault& fault) {
        return fault.kind == FaultKind::uninitialized_read && fault.hint != kNothingWritten;
    });
    if (launch.race && is_first && is_alone) outcome.passed_over.push_back(std::move(*launch.race));
    if (launch.equal_race && !launch.race && is_first) outcome.equal_race = std::move(launch.equal_race);
    launch.race.reset();
}

// Of arrays that are arguments and not too large to be looked through.
std::vector<ArgumentTouches> touches_of(const LaunchPlan& plan) {
    constexpr std::size_t kMostElements = std::size_t{1} << 22;
    std::vector<ArgumentTouches> out;
    for (const auto& shadow : plan.shadows) {
        if (shadow->argument == kNoArgument || shadow->elements > kMostElements || !shadow->writer.get()) continue;
        out.push_back({shadow->argument, shadow->touched_elements()});
    }
    return out;
}

}  // namespace

Result<void> prepare_memory(const Bytecode& program, Memory& memory, HeapOwner owner) {
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
    const auto heap = owner == HeapOwner::program ? program.symbols.end()
                                                  : std::ranges::find(program.symbols, kKernelHeapVariable, &Symbol::symbol);
    if (heap == program.symbols.end()) return {};
    const auto start = memory.allocate(std::string(kKernelHeapName), kKernelHeapBytes, 1);
    if (!start) return std::unexpected(start.error());
    const KernelHeap lists{*start, kKernelHeapBytes};
    std::memcpy(memory.host(address_of(*heap), sizeof lists), &lists, sizeof lists);
    return {};
}

ExecuteOutcome execute(const Bytecode& program, const Function& entry, const LaunchShape& shape,
                       std::span<const ArgumentBytes> arguments, Memory& memory, const ExecuteOptions& options) {
    BlockPool own;
    ExecuteOptions chosen = options;
    if (!chosen.pool) chosen.pool = &own;  // the grids that the launch's threads launch share it
    LaunchPlan plan(program, entry, shape, arguments, memory, chosen);
    LaunchProgress launch;
    ExecuteOutcome outcome;
    run_grids(plan, launch, outcome);
    if (options.goes_on_as_gpu) keep_passed_over_race(launch, outcome);
    outcome.fault = launch.fault ? std::move(launch.fault) : std::move(launch.race);
    if (!outcome.fault && outcome.passed_over.empty() && !launch.cancelled && options.blocks.empty()) {
        for (Diagnostic& gap : elements_never_written(plan.memory, plan.shadows)) outcome.warnings.push_back(std::move(gap));
    }
    outcome.passed_barrier = std::move(launch.passed_barrier);
    outcome.cancelled = launch.cancelled;
    outcome.counters = launch.counters;
    outcome.warp_instructions = launch.warp_instructions;
    outcome.lane_instructions = launch.lane_instructions;
    outcome.most_by_one_warp = launch.most_by_one_warp;
    if (launch.compiled_after != LaunchProgress::kNeverCompiled) outcome.compiled = CompiledRun{isa_here(), launch.compiled_after};
    if (options.goes_on_as_gpu && options.trace == TraceLevel::full) outcome.touches = touches_of(plan);
    for (const auto& shadow : plan.shadows) {
        if (!shadow->written || !shadow->writers.get()) continue;
        std::shared_ptr<const std::uint32_t> kept = std::move(shadow->writers).share();
        outcome.writers.push_back({shadow->argument, {kept.get(), shadow->elements}, kept});
    }
    outcome.watched = std::move(launch.watched);
    if (launch.lines) outcome.lines = launch.lines->lines();
    return outcome;
}

}  // namespace warpwise::simt
