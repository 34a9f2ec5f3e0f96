#include "simt/execute/execute_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <thread>
#include <utility>

#include "base/number_text.h"
#include "simt/execute/cycle.h"
#include "simt/execute/execute_endless.h"
#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_native.h"
#include "simt/execute/execute_ops.h"
#include "simt/execute/execute_step.h"

namespace warpwise::simt {
namespace {

// What a variable of the kernel holds before anything is stored in it: not a number, or -1. Zero would hide that a sum has no first
// value; a GPU's register may hold anything.
constexpr int kUnsetByte = 0xFF;

constexpr std::uint64_t kFirstWindow = std::uint64_t{1} << 22;  // warp instructions of a block before a cycle is looked for

std::uint32_t* special(Warp& warp, Special which) { return warp.special + static_cast<int>(which) * kLanes; }
void fill_special(Warp& warp, Special which, std::uint32_t value) { std::fill_n(special(warp, which), kLanes, value); }

void fill_thread_specials(const BlockRun& run, Warp& warp) {
    const LaunchShape& shape = run.plan.shape;
    for (int lane = 0; lane < kLanes; ++lane) {
        const Dim3 thread = run.plan.thread_index(run.linear_thread(warp, lane));
        special(warp, Special::thread_x)[lane] = thread.x;
        special(warp, Special::thread_y)[lane] = thread.y;
        special(warp, Special::thread_z)[lane] = thread.z;
        special(warp, Special::lane_id)[lane] = static_cast<std::uint32_t>(lane);
    }
    fill_special(warp, Special::block_dim_x, shape.block.x);
    fill_special(warp, Special::block_dim_y, shape.block.y);
    fill_special(warp, Special::block_dim_z, shape.block.z);
    fill_special(warp, Special::grid_dim_x, shape.grid.x);
    fill_special(warp, Special::grid_dim_y, shape.grid.y);
    fill_special(warp, Special::grid_dim_z, shape.grid.z);
    fill_special(warp, Special::warp_id, warp.id);
    fill_special(warp, Special::warps_per_block, run.warp_count);
    fill_special(warp, Special::dynamic_shared_bytes, shape.dynamic_shared_bytes);
    fill_special(warp, Special::total_shared_bytes, run.plan.shared_bytes);
}

bool has_own_copies(const Parameter& parameter) { return !parameter.is_constant && parameter.by_value_bytes != 0; }

// A thread's own copies of structures.
void pass_structures(const BlockRun& run, Warp& warp) {
    const Function& entry = run.plan.entry;
    for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
        const Parameter& parameter = entry.parameters[i];
        const ArgumentBytes& bytes = run.plan.arguments[i];
        const std::size_t count = has_own_copies(parameter) ? std::min<std::size_t>(bytes.size(), parameter.by_value_bytes) : 0;
        for (std::size_t k = 0, part = 0; k < count; k += part) {
            const std::size_t offset = parameter.offset + k;
            part = std::min(4 - offset % 4, count - k);  // of a word, those of the lanes lie side by side
            for (int lane = 0; lane < kLanes; ++lane) {
                const std::size_t place = local_place(offset, lane);
                std::memcpy(&warp.local[place], &bytes[k], part);
                if (!warp.local_init.empty()) std::memset(&warp.local_init[place], 1, part);
            }
        }
    }
}

// No instruction writes to a parameter's register, and none anything else to the register of a variable that it is copied to.
void pass_arguments(const BlockRun& run, Warp& warp) {
    warp.has_arguments = true;
    const Function& entry = run.plan.entry;
    for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
        const Parameter& parameter = entry.parameters[i];
        const ArgumentBytes& bytes = run.plan.arguments[i];
        std::uint64_t value = 0;
        if (parameter.by_value_bytes) {
            value = parameter.offset + (parameter.is_constant ? kConstantBase + run.plan.parameters_at : kLocalBase);
        } else {
            std::memcpy(&value, bytes.data(), std::min<std::size_t>(bytes.size(), 8));
        }
        if (parameter.wide || parameter.by_value_bytes) {
            std::fill_n(lanes_at<std::uint64_t>(warp.frame + parameter.slot), kLanes, value);
        } else {
            std::fill_n(lanes_at<std::uint32_t>(warp.frame + parameter.slot), kLanes, static_cast<std::uint32_t>(value));
        }
    }
    // Compiled code leaves those moves out.
    for (const Function::ArgumentCopy& copy : entry.argument_copies)
        std::memcpy(warp.frame + copy.to, warp.frame + copy.from, kLanes * (copy.is_wide ? 8 : 4));
}

// The same in all lanes, and most often what it was in the block before.
void fill_block_special(Warp& warp, Special which, std::uint32_t value) {
    if (*special(warp, which) != value) fill_special(warp, which, value);
}

// What a wrong kernel reads before it writes is zero, so that it reads the same in every run.
void start_warp(BlockRun& run, Warp& warp, const Dim3& block) {
    const Function& entry = run.plan.entry;
    const std::uint32_t threads = run.plan.threads_per_block, first = warp.id * kLanes;
    warp.lanes = threads - first >= kLanes ? kAllLanes : (1u << (threads - first)) - 1;
    warp.pc = 0;
    warp.join = kFunctionEnd;
    warp.status = WarpStatus::ready;
    warp.steps = 0;
    fill_block_special(warp, Special::block_x, block.x);
    fill_block_special(warp, Special::block_y, block.y);
    fill_block_special(warp, Special::block_z, block.z);
    if (std::exchange(warp.ended_with, 0) == warp.lanes && run.starts_alike) {
        warp.mask = warp.lanes;
        return;
    }
    warp.set_mask(warp.lanes);
    warp.function = &entry;
    warp.frame = warp.registers.get();
    warp.fenced = warp.signals = false;
    if (run.plan.options.trace == TraceLevel::full) {
        warp.order.restart();
        warp.global_recent.forget();
        warp.shared_recent.forget();
        warp.loading = 0;
        warp.statement = {};
    }
    warp.local_base = 0;
    warp.local_top = (entry.local_bytes + 15) / 16 * 16;
    run.counters.note_local_bytes(warp.local_top);
    warp.stack.clear();
    warp.calls.clear();
    for (const Function::Stretch& stretch : entry.unwritten)
        std::memset(warp.frame + stretch.begin, kUnsetByte, stretch.end - stretch.begin);
    // Also what calls of the block before left, or a kernel before: a variable without a value then reads the same in every run.
    if (warp.register_top > entry.frame_bytes)
        std::memset(warp.frame + entry.frame_bytes, 0, warp.register_top - entry.frame_bytes);
    warp.register_peak = std::max(warp.register_peak, warp.register_top);
    warp.register_top = entry.frame_bytes;
    if (!warp.local.empty()) {
        std::fill(warp.local.begin(), warp.local.end(), std::byte{});
        std::fill(warp.local_init.begin(), warp.local_init.end(), std::uint8_t{0});
    }
    if (run.has_own_copies) pass_structures(run, warp);
    if (!warp.has_arguments) pass_arguments(run, warp);
}

}  // namespace

void start_intervals(BlockRun& run) {
    run.unwritten.reset();
    start_interval(run);
    run.intervals.first = run.intervals.start;
    const std::lock_guard lock(run.launch.mutex);
    run.launch.intervals[run.index].push_back({run.intervals.now, static_cast<std::uint32_t>(run.block)});
}

namespace {

void reset_block(BlockRun& run) {
    const LaunchPlan& plan = run.plan;
    run.block = plan.block_at(run.position);
    if (plan.options.order == BlockOrder::random) run.random.seed(plan.options.seed * 0x9e3779b97f4a7c15u + run.block);
    std::memset(run.shared, 0, plan.shared_bytes);
    if (plan.options.trace == TraceLevel::full) {
        std::ranges::fill(run.shared_init, std::uint8_t{0});
        start_intervals(run);
    }
    run.fenced = run.signals = false;
    run.meeting = 0;
    run.gives_way = false;
    run.watched_thread.reset();
    if (const auto watch = plan.options.watch_thread; watch && *watch / plan.threads_per_block == run.block) {
        run.watched_thread = static_cast<std::uint32_t>(*watch % plan.threads_per_block);
    }
    const Dim3 block = plan.block_index(run.block);
    for (std::uint32_t i = 0; i < run.warp_count; ++i) start_warp(run, run.warps[i], block);
    run.counters.warps += run.warp_count;
    run.counters.threads += plan.threads_per_block;
}

const Instruction& barrier_of(const Warp& warp) { return warp.function->code[warp.pc - 1]; }
BarrierReduce reduce_of(const Warp& warp) { return static_cast<BarrierReduce>(barrier_of(warp).aux); }

// What the threads give to __syncthreads_count, _and or _or.
struct Predicates {
    std::uint32_t count = 0, voters = 0;
    std::uint32_t value(BarrierReduce reduce) const {
        return reduce == BarrierReduce::count ? count : reduce == BarrierReduce::all ? count == voters : count != 0;
    }
};

Predicates predicates_of(const BlockRun& run) {
    Predicates all;
    for (std::uint32_t i = 0; i < run.warp_count; ++i) {
        const Warp& warp = run.warps[i];
        if (warp.status != WarpStatus::at_barrier || reduce_of(warp) == BarrierReduce::none) continue;
        const auto* predicate = read_lanes<std::uint32_t>(run, warp, barrier_of(warp).a);
        for_each_lane(warp.mask, [&](int lane) {
            all.count += predicate[lane] != 0;
            ++all.voters;
        });
    }
    return all;
}

// All warps that live wait at a barrier. It should be the same one, but a GPU counts the warps and not where they are.
bool open_barrier(BlockRun& run) {
    if (!settle_unwritten(run)) return false;
    const Warp* first = nullptr;
    bool reduces = false;
    for (std::uint32_t i = 0; i < run.warp_count; ++i) {
        const Warp& warp = run.warps[i];
        if (warp.status != WarpStatus::at_barrier) continue;
        if (!first) first = &warp;
        if (&warp != first) {
            if (warp.function == first->function && warp.pc == first->pc) continue;
            if (!raise_other_barrier(run, *first, warp)) return false;
        }
        reduces |= reduce_of(warp) != BarrierReduce::none;
    }
    const ExecuteOptions& options = run.plan.options;
    if (first && options.ends_only_at_end && options.trace == TraceLevel::full && run.meeting == 0)
        note_passed_barrier(run, *first);
    const Predicates predicates = reduces ? predicates_of(run) : Predicates{};
    for (std::uint32_t i = 0; i < run.warp_count; ++i) {
        Warp& warp = run.warps[i];
        if (warp.status != WarpStatus::at_barrier) continue;
        warp.status = WarpStatus::ready;
        if (const BarrierReduce reduce = reduces ? reduce_of(warp) : BarrierReduce::none; reduce != BarrierReduce::none) {
            std::uint32_t values[kLanes];
            std::fill_n(values, kLanes, predicates.value(reduce));
            write_active(warp, barrier_of(warp).dst, values);
        }
    }
    if (options.trace == TraceLevel::full) start_interval(run);
    return true;
}

// The block's steps into the launch's sum, which it gives; `steps`: how many those were.
std::uint64_t add_steps(BlockRun& run, std::uint64_t& steps) {
    steps = std::exchange(run.steps_kept, 0);
    std::atomic<std::uint64_t>* running = run.plan.options.running_count;
    if (running != nullptr) running->fetch_add(steps, std::memory_order_relaxed);
    return run.launch.steps.fetch_add(steps, std::memory_order_relaxed) + steps;
}

// Whether the launch's budgets allow the block's steps.
bool within_budgets(BlockRun& run, const Warp& warp) {
    LaunchProgress& launch = run.launch;
    const ExecuteOptions& options = run.plan.options;
    std::uint64_t steps = 0;
    const std::uint64_t total = add_steps(run, steps);
    if (total > options.step_budget && run.block_steps >= options.block_step_budget)
        return raise_budget(run, warp, fmt::format("its budget of {} warp instructions", with_separators(options.step_budget)));
    if (options.time_budget_s > 0 && total / kTurnSteps != (total - steps) / kTurnSteps) {  // turns up to a barrier are short
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - launch.start;
        if (elapsed.count() > options.time_budget_s)
            return raise_budget(run, warp, fmt::format("its time of {} s", options.time_budget_s));
    }
    if (total >= kNativeStepsLines && !launch.asked_for_native.load(std::memory_order_relaxed) &&
        total >= native_steps(run.plan.program, options))
        ask_for_native(run.plan, launch, false);
    return true;
}

// After a turn: whether the launch may go on.
bool within_limits(BlockRun& run, const Warp& warp, std::uint64_t steps) {
    LaunchProgress& launch = run.launch;
    const ExecuteOptions& options = run.plan.options;
    run.block_steps += steps;
    run.steps_kept += steps;
    // a checkpoint of the debugger has the launch's sum
    const bool is_over = steps_so_far(run) > options.step_budget && run.block_steps >= options.block_step_budget;
    if (run.steps_kept >= kStepsTogether || run.stepping || is_over)
        if (!within_budgets(run, warp)) return false;
    if (options.stop.stop_requested()) launch.cancelled = true;
    return !launch.cancelled && launch.fault_position.load(std::memory_order_relaxed) > run.position;
}

bool in_window(const BlockRun& run) { return run.block_steps < run.turns.window_end; }

std::uint64_t budget_left(const BlockRun& run) {
    const ExecuteOptions& options = run.plan.options;
    const auto left_of = [](std::uint64_t budget, std::uint64_t used) { return budget > used ? budget - used : 0; };
    return std::max(left_of(options.step_budget, steps_so_far(run)), left_of(options.block_step_budget, run.block_steps));
}

std::uint64_t turn_length(BlockRun& run) {
    if (in_window(run)) return 1;
    if (run.plan.options.order == BlockOrder::random) return 1 + run.random() % 64;
    return std::min(kTurnSteps, budget_left(run) + 1);
}

// Nothing is to be looked at between the turns of this round, and each may be kTurnSteps long; it may end a little later.
bool has_plain_turns(const BlockRun& run) {
    return !run.turns.in_turn && !run.stepping && !run.cycle && !in_window(run) && run.plan.options.order != BlockOrder::random &&
           budget_left(run) / kTurnSteps >= 2 * std::uint64_t{run.warp_count};
}

void begin_round(BlockRun& run) {
    Turns& turns = run.turns;
    turns.next = 0;
    turns.waiting = 0;
    if (in_window(run)) return;
    run.cycle.reset();
    go_on(run);
    if (run.block_steps >= std::max(kFirstWindow, 2 * turns.window_begin)) {
        turns.window_begin = run.block_steps;
        look_for_cycle(run, std::max(kShortestWindow, run.block_steps / 128));
    } else if (run.plan.options.order == BlockOrder::random) {
        std::ranges::shuffle(turns.order, run.random);
    }
}

// A block of a cooperative launch came back to an earlier state: another one may still change what it waits for.
bool give_way_stuck(BlockRun& run) {
    run.looks_again = run.is_stuck;  // it was stuck before, and has not gone on since
    if (!run.is_stuck) ++run.launch.waits.stuck;
    run.is_stuck = run.gives_way = true;
    run.stuck_length = run.cycle->length();
    look_for_cycle(run, std::max(kShortestWindow, 4 * run.stuck_length));
    begin_round(run);
    return false;
}

bool end_round(BlockRun& run) {
    Turns& turns = run.turns;
    if (run.meeting) {
        const Release release = release_waiting(run);
        if (release != Release::none) return release == Release::some;
    }
    if (turns.live && turns.waiting == turns.live) {
        if (run.meeting) {
            if (!run.shares_turns || !all_wait_for_the_launch(run)) return raise_stuck(run);
            go_on(run);
            run.gives_way = true;
            return false;
        }
        if (!open_barrier(run)) return false;
    }
    if (!turns.live || !run.cycle || !run.cycle->comes_back()) return true;
    if (run.shares_turns) return give_way_stuck(run);
    if (!is_endless(run)) return true;
    const auto runs = [&](std::uint32_t warp) { return run.warps[warp].status == WarpStatus::ready; };
    return raise_endless(run, run.warps[*std::ranges::find_if(turns.order, runs)], run.cycle->length());
}

Advance why_not_on(BlockRun& run) {
    if (std::exchange(run.gives_way, false)) return Advance::gives_way;
    if (!run.fault) return Advance::cancelled;
    settle_unwritten(run);
    return Advance::stuck;
}

}  // namespace

void prepare_run(BlockRun& run) {
    const LaunchPlan& plan = run.plan;
    const bool full = plan.options.trace == TraceLevel::full;
    run.warp_count = plan.warps_per_block;
    static_cast<BlockMemory&>(run) = plan.options.pool ? plan.options.pool->take(run.warp_count) : BlockPool().take(run.warp_count);
    run.shared_storage.resize(plan.shared_bytes + 256);
    const auto start = reinterpret_cast<std::uintptr_t>(run.shared_storage.data());
    run.shared = run.shared_storage.data() + ((start + 255) / 256 * 256 - start);
    run.shared_init.clear();
    run.shared_parties.clear();
    run.shared_pieces.clear();
    if (full) {
        run.shared_init.resize(plan.shared_bytes + kMarksAhead);
        const std::size_t words = plan.shared_bytes / 4 + 1;
        run.shared_parties.resize(3 * words);
        run.shared_pieces.resize(words / kWordsOfPiece + 1);
        std::uint64_t* parties = run.shared_parties.data();
        run.shared_cells = {parties, parties + words, parties + 2 * words, run.shared_pieces.data(), true};
        run.intervals.now = std::max(run.index << kIntervalBits, run.launch.ordered_before);
        run.intervals.ordered_before = run.launch.ordered_before;
    }
    run.has_own_copies = std::ranges::any_of(plan.entry.parameters, has_own_copies);
    run.starts_alike = !full && plan.entry.unwritten.empty() && plan.entry.local_bytes == 0 && !run.has_own_copies;
    if (full && plan.options.line_counts) run.lines = std::make_unique<LineCounter>(run.program);
    run.ranges.resize(run.program.functions.size());
    run.make_ranges(run.program, plan.entry);
    for (std::uint32_t i = 0; i < run.warp_count; ++i) {
        Warp& warp = run.warps[i];
        warp.id = i;
        warp.has_arguments = false;
        warp.ended_with = 0;
        warp.patterns_of = nullptr;
        warp.local.resize((plan.entry.local_bytes + 15) / 16 * 16 * kLanes);
        warp.local_init.resize(full ? warp.local.size() : 0);
        fill_thread_specials(run, warp);
        warp.banks[1] = plan.constants;
        warp.banks[2] = reinterpret_cast<const std::byte*>(warp.special);
    }
}

void leave_memory(BlockRun& run) {
    if (run.plan.options.pool) run.plan.options.pool->give(std::move(static_cast<BlockMemory&>(run)));
}

void start_block(BlockRun& run) {
    reset_block(run);
    Turns& turns = run.turns;
    turns = {.order = std::move(turns.order)};
    turns.order.resize(run.warp_count);
    std::iota(turns.order.begin(), turns.order.end(), 0u);
    if (run.plan.options.order == BlockOrder::reversed) std::ranges::reverse(turns.order);
    turns.live = run.warp_count;
    run.block_steps = 0;
    run.cycle.reset();
    go_on(run);
    begin_round(run);
}

namespace {

Advance take_turns(BlockRun& run, const WarpLoop& loop) {
    Turns& turns = run.turns;
    while (turns.live) {
        if (run.stepping && must_pause(run)) return Advance::paused;
        if (run.warp_instructions >= run.asks_at) return Advance::asks;
        if (turns.next == run.warp_count) {
            if (!end_round(run)) return why_not_on(run);
            begin_round(run);
            continue;
        }
        if (loop.round && has_plain_turns(run)) {
            if (loop.round(run) == RunResult::fault) {
                settle_unwritten(run);
                return Advance::faulted;
            }
            if (!within_limits(run, run.warps[turns.order[turns.next - 1]], 0)) return why_not_on(run);
            continue;
        }
        Warp& warp = run.warps[turns.order[turns.next]];
        if (warp.status == WarpStatus::ready) {
            if (!turns.in_turn) {
                turns.in_turn = true;
                turns.steps = 0;
                run.quantum = turn_length(run);
                if (run.cycle) run.cycle->note_turn(warp);
            }
            const std::uint64_t before = run.warp_instructions;
            const RunResult result = loop.one(run, warp);
            turns.steps += run.warp_instructions - before;
            if (result == RunResult::paused) return Advance::paused;
            turns.in_turn = false;
            if (result == RunResult::fault) {
                settle_unwritten(run);
                return Advance::faulted;
            }
            if (result == RunResult::done) {
                --turns.live;
                run.most_by_one_warp = std::max(run.most_by_one_warp, warp.steps);
            }
            if (!within_limits(run, warp, turns.steps)) return why_not_on(run);
        }
        turns.waiting += warp.status == WarpStatus::at_barrier;
        ++turns.next;
    }
    return settle_unwritten(run) ? Advance::ended : Advance::stuck;
}

}  // namespace

Advance advance(BlockRun& run, const WarpLoop& loop) {
    const Advance out = take_turns(run, loop);
    std::uint64_t steps = 0;
    add_steps(run, steps);
    return out;
}

}  // namespace warpwise::simt
