#include "simt/execute/execute_cooperative.h"

#include <algorithm>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#include "simt/execute/execute_block.h"
#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_launch.h"
#include "simt/execute/execute_ops.h"

namespace warpwise::simt {
namespace {

enum class BlockState : std::uint8_t { runs, at_barrier, stuck, ended };

// What the blocks of a host thread take over from each other: too large for each of them.
struct Shared {
    std::vector<std::vector<CachedRange>> ranges;
    std::unique_ptr<LineCounter> lines;
    std::uint32_t interval = 0;
};

class CooperativeLaunch {
  public:
    CooperativeLaunch(const LaunchPlan& plan, LaunchProgress& launch)
        : plan_(plan), launch_(launch), loop_(pick_loop(plan.options)), shared_(static_cast<std::size_t>(worker_count(plan))) {}

    void run() {
        launch_.intervals.resize(shared_.size());
        make_blocks();
        while (!is_over()) {
            went_on_ = false;
            run_pass();
            if (is_over()) break;
            if (std::ranges::count(states_, BlockState::stuck) > 0) {
                if (!went_on_) raise_endless_block();
            } else if (std::ranges::count(states_, BlockState::at_barrier) > 0) {
                open_barrier();
            } else {
                break;
            }
        }
        for (std::size_t i = 0; i < shared_.size(); ++i) {
            runs_[i]->lines = std::move(shared_[i].lines);
            runs_[i]->ranges = std::move(shared_[i].ranges);
        }
        for (const auto& run : runs_) {
            keep_sums(*run);
            leave_memory(*run);
        }
    }

  private:
    bool full() const { return plan_.options.trace == TraceLevel::full; }
    bool is_over() const { return launch_.cancelled || launch_.fault_position.load() != ~std::uint64_t{0}; }

    void make_blocks() {
        const auto count = static_cast<std::size_t>(plan_.shape.grid.count());
        states_.assign(count, BlockState::runs);
        begun_.assign(count, 0);
        for (std::size_t i = 0; i < count; ++i) {
            auto& run = runs_.emplace_back(std::make_unique<BlockRun>(plan_, launch_));
            const std::size_t worker = i % shared_.size();
            run->index = static_cast<std::uint32_t>(worker);
            run->position = i;
            run->shares_turns = true;
            prepare_run(*run);
            if (i < shared_.size()) shared_[worker] = {std::move(run->ranges), std::move(run->lines), run->intervals.now};
            run->ranges = {};
            run->lines.reset();
        }
    }

    void run_pass() {
        std::vector<std::jthread> helpers;
        for (std::size_t worker = 1; worker < shared_.size(); ++worker)
            helpers.emplace_back([this, worker] { run_blocks(worker); });
        run_blocks(0);
    }

    void run_blocks(std::size_t worker) {
        for (std::size_t i = worker; i < runs_.size() && !launch_.cancelled; i += shared_.size()) {
            if (states_[i] != BlockState::runs && states_[i] != BlockState::stuck) continue;
            if (i >= launch_.fault_position.load()) return;
            try {
                run_block(i, shared_[worker]);
            } catch (const std::bad_alloc&) {
                runs_[i]->fault = Fault{.kind = FaultKind::memory_budget,
                                        .file = plan_.program.origin,
                                        .message = "the host does not have enough memory for the emulator's own state",
                                        .hint = "Use fewer or smaller blocks."};
                keep_fault(*runs_[i]);
            }
        }
    }

    void run_block(std::size_t i, Shared& shared) {
        BlockRun& run = *runs_[i];
        const bool was_stuck = states_[i] == BlockState::stuck;
        run.ranges = std::move(shared.ranges);
        for (auto& of_function : run.ranges) std::ranges::fill(of_function, CachedRange{});  // they may be another block's
        run.lines = std::move(shared.lines);
        run.intervals.now = std::max(run.intervals.now, shared.interval);
        // The numbers of a block that goes on begin anew, so that those of the blocks in between are not taken for its own. What it
        // did before a barrier of the grid is ordered anyway; a block that waited in a loop orders its accesses by hand.
        if (full() && was_stuck) launch_.ordered_before = std::max(launch_.ordered_before, run.intervals.now + 1);
        if (full()) run.intervals.ordered_before = launch_.ordered_before;
        if (!begun_[i]) {
            begun_[i] = 1;
            start_block(run);
        } else if (full()) {
            start_intervals(run);
        }
        const Advance advanced = advance(run, loop_);
        shared = {std::move(run.ranges), std::move(run.lines), run.intervals.now};
        switch (advanced) {
            case Advance::ended: states_[i] = BlockState::ended; break;
            case Advance::gives_way: states_[i] = run.is_stuck ? BlockState::stuck : BlockState::at_barrier; break;
            default: keep_block(run, false); return;
        }
        if (states_[i] == BlockState::ended) keep_block(run, true);
        if (states_[i] != BlockState::stuck || !was_stuck || !run.looks_again) went_on_ = true;
    }

    // Each stuck block came back to where it was while no other went on.
    void raise_endless_block() {
        BlockRun& run = *runs_[static_cast<std::size_t>(std::ranges::find(states_, BlockState::stuck) - states_.begin())];
        const auto warp = std::ranges::find(run.warps, WarpStatus::ready, &Warp::status);
        raise_endless(run, warp == run.warps.end() ? run.warps.front() : *warp, run.stuck_length);
        keep_fault(run);
    }

    void open_barrier() {
        BlockRun& first = *runs_[static_cast<std::size_t>(std::ranges::find(states_, BlockState::at_barrier) - states_.begin())];
        const auto ended = std::ranges::find(states_, BlockState::ended);
        if (ended != states_.end()) {
            raise_missing_block(first, runs_[static_cast<std::size_t>(ended - states_.begin())]->block);
            keep_fault(first);
            return;
        }
        // The next phase's numbers are behind all of this one's.
        for (const Shared& shared : shared_) launch_.ordered_before = std::max(launch_.ordered_before, shared.interval + 1);
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            if (full() && !settle_unwritten(*runs_[i])) keep_fault(*runs_[i]);
            open_grid_barrier(*runs_[i]);
            states_[i] = BlockState::runs;
        }
    }

    const LaunchPlan& plan_;
    LaunchProgress& launch_;
    WarpLoop loop_;
    std::vector<Shared> shared_;  // by host thread: block i is that of thread i modulo their number
    std::vector<std::unique_ptr<BlockRun>> runs_;
    std::vector<BlockState> states_;
    std::vector<std::uint8_t> begun_;
    std::atomic<bool> went_on_ = false;  // a block did, in this pass
};

}  // namespace

void run_cooperative_launch(const LaunchPlan& plan, LaunchProgress& launch) {
    try {
        CooperativeLaunch(plan, launch).run();
    } catch (const std::bad_alloc&) {
        launch.fault_position = 0;
        launch.fault = Fault{.kind = FaultKind::memory_budget,
                             .file = plan.program.origin,
                             .message = "the host does not have enough memory to keep all blocks of the launch at once",
                             .hint = "A grid-wide barrier needs all blocks at once: launch fewer of them."};
    }
}

}  // namespace warpwise::simt
