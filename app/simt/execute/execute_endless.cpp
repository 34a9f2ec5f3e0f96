#include "simt/execute/execute_endless.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

#include "simt/execute/cycle.h"

namespace warpwise::simt {
namespace {

bool may_go_on(const BlockRun& run) {
    const LaunchProgress& launch = run.launch;
    return !launch.cancelled && !run.plan.options.stop.stop_requested() && launch.fault_position.load() > run.position;
}

}  // namespace

void look_for_cycle(BlockRun& run, std::uint64_t steps) {
    run.turns.window_end = run.block_steps + steps;
    run.cycle = std::make_shared<CycleSearch>(run);
}

bool is_endless(BlockRun& run) {
    WaitForEachOther& waits = run.launch.waits;
    if (run.looks_again) {
        run.looks_again = false;
        run.proven = waits.epoch;
        ++waits.proofs;
        waits.taken = false;
    }
    if (!run.is_stuck) ++waits.stuck;
    run.is_stuck = true;
    for (; may_go_on(run); std::this_thread::sleep_for(std::chrono::milliseconds(1))) {
        if (waits.proofs >= waits.running) return true;
        if (waits.stuck < waits.running || run.proven == waits.epoch || waits.taken.exchange(true)) continue;
        run.looks_again = true;
        break;
    }
    look_for_cycle(run, std::max(kShortestWindow, 4 * run.cycle->length()));
    return false;
}

void go_on(BlockRun& run) {
    if (!run.is_stuck) return;
    WaitForEachOther& waits = run.launch.waits;
    waits.proofs = 0;
    ++waits.epoch;
    --waits.stuck;
    if (run.looks_again) waits.taken = false;
    run.is_stuck = run.looks_again = false;
}

}  // namespace warpwise::simt
