#include "simt/execute/execute.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "simt/execute/block_memory.h"
#include "simt/execute/execute_grids.h"

namespace warpwise::simt {
namespace {

// A race goes on, too. Behind a read of garbage it is most often what came of that.
void keep_passed_over_race(LaunchProgress& launch, std::vector<Fault>& told) {
    if (launch.race && !launch.fault && std::ranges::find(told, FaultKind::uninitialized_read, &Fault::kind) == told.end())
        told.push_back(std::move(*launch.race));
    launch.race.reset();
}

}  // namespace

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

ExecuteOutcome execute(const Bytecode& program, const Function& entry, const LaunchShape& shape,
                       std::span<const ArgumentBytes> arguments, Memory& memory, const ExecuteOptions& options) {
    BlockPool own;
    ExecuteOptions chosen = options;
    if (!chosen.pool) chosen.pool = &own;  // the grids that the launch's threads launch share it
    LaunchPlan plan(program, entry, shape, arguments, memory, chosen);
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
