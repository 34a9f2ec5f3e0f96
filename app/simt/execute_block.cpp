#include "simt/execute_block.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <functional>
#include <numeric>

#include "simt/execute_fault.h"
#include "simt/execute_ops.h"

namespace warpwise::simt {
namespace {

constexpr std::uint64_t turn_steps = 8'000'000;  // long enough that most warps end in one turn

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

void pass_arguments(const BlockRun& run, Warp& warp) {
    const Function& entry = run.plan.entry;
    for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
        const Parameter& parameter = entry.parameters[i];
        const ArgumentBytes& bytes = run.plan.arguments[i];
        std::uint64_t value = 0;
        if (parameter.by_value_bytes) {
            value = kLocalBase + parameter.local_offset;
            for (int lane = 0; lane < kLanes; ++lane) {
                for (std::size_t k = 0; k < bytes.size() && k < parameter.by_value_bytes; ++k) {
                    const std::size_t place = local_place(parameter.local_offset + k, lane);
                    warp.local[place] = bytes[k];
                    if (!warp.local_init.empty()) warp.local_init[place] = 1;
                }
            }
        } else {
            std::memcpy(&value, bytes.data(), std::min<std::size_t>(bytes.size(), 8));
        }
        if (parameter.wide || parameter.by_value_bytes) {
            std::fill_n(lanes_at<std::uint64_t>(warp.frame + parameter.slot), kLanes, value);
        } else {
            std::fill_n(lanes_at<std::uint32_t>(warp.frame + parameter.slot), kLanes, static_cast<std::uint32_t>(value));
        }
    }
}

// What a wrong kernel reads before it writes is zero, so that it reads the same in every run.
void start_warp(BlockRun& run, Warp& warp) {
    const Function& entry = run.plan.entry;
    const std::uint32_t threads = run.plan.threads_per_block, first = warp.id * kLanes;
    warp.lanes = threads - first >= kLanes ? kAllLanes : (1u << (threads - first)) - 1;
    warp.set_mask(warp.lanes);
    warp.function = &entry;
    warp.frame = warp.registers.get();
    warp.pc = 0;
    warp.join = kFunctionEnd;
    warp.status = WarpStatus::ready;
    warp.fenced = false;
    warp.steps = 0;
    warp.spin_sample = 0;
    warp.local_base = 0;
    warp.local_top = (entry.local_bytes + 15) / 16 * 16;
    warp.stack.clear();
    warp.calls.clear();
    std::memset(warp.frame, 0, entry.frame_bytes);
    std::fill(warp.local.begin(), warp.local.end(), std::byte{});
    std::fill(warp.local_init.begin(), warp.local_init.end(), std::uint8_t{0});
    const Dim3 block = run.plan.block_index(run.block);
    fill_special(warp, Special::block_x, block.x);
    fill_special(warp, Special::block_y, block.y);
    fill_special(warp, Special::block_z, block.z);
    pass_arguments(run, warp);
}

void next_interval(BlockRun& run) {
    constexpr std::uint32_t last = (1u << kIntervalBits) - 1;
    if ((run.intervals.now & last) != last) ++run.intervals.now;
}

void start_intervals(BlockRun& run) {
    next_interval(run);
    run.intervals.first = run.intervals.now;
    const std::lock_guard lock(run.launch.mutex);
    run.launch.intervals[run.index].push_back({run.intervals.now, static_cast<std::uint32_t>(run.block)});
}

void start_block(BlockRun& run) {
    const LaunchPlan& plan = run.plan;
    run.block = plan.block_at(run.position);
    run.note_progress();
    run.random.seed(plan.options.seed * 0x9e3779b97f4a7c15u + run.block);
    std::memset(run.shared, 0, plan.shared_bytes);
    if (plan.options.trace == TraceLevel::full) {
        std::ranges::fill(run.shared_init, std::uint8_t{0});
        start_intervals(run);
    }
    run.fenced = false;
    run.watched_thread.reset();
    if (const auto watch = plan.options.watch_thread; watch && *watch / plan.threads_per_block == run.block) {
        run.watched_thread = static_cast<std::uint32_t>(*watch % plan.threads_per_block);
    }
    for (std::uint32_t i = 0; i < run.warp_count; ++i) start_warp(run, run.warps[i]);
    run.counters.warps += run.warp_count;
    run.counters.threads += plan.threads_per_block;
}

// The value that every thread gets from __syncthreads_count, _and or _or.
std::uint32_t reduce_predicates(const BlockRun& run, BarrierReduce reduce) {
    std::uint32_t count = 0, voters = 0;
    for (std::uint32_t i = 0; i < run.warp_count; ++i) {
        const Warp& warp = run.warps[i];
        if (warp.status != WarpStatus::at_barrier) continue;
        const auto* predicate = read_lanes<std::uint32_t>(run, warp, warp.function->code[warp.pc - 1].a);
        for_each_lane(warp.mask, [&](int lane) {
            count += predicate[lane] != 0;
            ++voters;
        });
    }
    return reduce == BarrierReduce::count ? count : reduce == BarrierReduce::all ? count == voters : count != 0;
}

// All warps that live wait at a barrier: the same one, or it is a deadlock.
bool open_barrier(BlockRun& run) {
    Warp* first = nullptr;
    for (std::uint32_t i = 0; i < run.warp_count; ++i) {
        Warp& warp = run.warps[i];
        if (warp.status != WarpStatus::at_barrier) continue;
        if (!first) first = &warp;
        if (warp.function != first->function || warp.pc != first->pc) return raise_deadlock(run, *first, warp);
    }
    const Instruction& barrier = first->function->code[first->pc - 1];
    const auto reduce = static_cast<BarrierReduce>(barrier.aux);
    const std::uint32_t value = reduce == BarrierReduce::none ? 0 : reduce_predicates(run, reduce);
    for (std::uint32_t i = 0; i < run.warp_count; ++i) {
        Warp& warp = run.warps[i];
        if (warp.status != WarpStatus::at_barrier) continue;
        if (reduce != BarrierReduce::none) {
            std::uint32_t values[kLanes];
            std::fill_n(values, kLanes, value);
            write_active(warp, barrier.dst, values);
        }
        warp.status = WarpStatus::ready;
    }
    next_interval(run);
    return true;
}

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool is_comparison(Op op) { return op >= Op::icmp_eq_32 && op <= Op::icmp_sle_64; }
bool is_float_comparison(Op op) { return op >= Op::fcmp_oeq_f && op <= Op::fcmp_une_d; }
bool compares_wide(Op op, Op first) { return (static_cast<int>(op) - static_cast<int>(first)) % 2 != 0; }

void mix(std::uint64_t& sample, const std::byte* bytes, std::size_t count) {
    sample = sample * 0x9e3779b97f4a7c15u + std::hash<std::string_view>{}({reinterpret_cast<const char*>(bytes), count});
}

// What the conditions of the current function compare, as a number: a loop that comes nearer to its end changes it.
std::uint64_t sample_comparisons(const BlockRun& run, const Warp& warp) {
    std::uint64_t sample = 1;
    for (const Instruction& in : warp.function->code) {
        const bool is_float = is_float_comparison(in.op);
        if (!is_comparison(in.op) && !is_float) continue;
        const bool wide = compares_wide(in.op, is_float ? Op::fcmp_oeq_f : Op::icmp_eq_32);
        for (const Operand operand : {in.a, in.b})
            mix(sample, read_lanes<std::byte>(run, warp, operand), kLanes * (wide ? sizeof(std::uint64_t) : 4));
    }
    return sample;
}

// Whether the block has run for the spin budget and none of its warps' conditions has seen a new value.
bool spins(BlockRun& run, Warp& warp) {
    if (run.spin_steps < turn_steps) return false;
    run.spin_steps = 0;
    const std::uint64_t sample = sample_comparisons(run, warp);
    const bool changed = warp.spin_sample != 0 && warp.spin_sample != sample;
    warp.spin_sample = sample;
    if (changed) run.note_progress();
    if (run.spin_start_s < 0) run.spin_start_s = thread_seconds();
    return thread_seconds() - run.spin_start_s > run.plan.options.spin_budget_s;
}

// After a turn: whether the launch may go on.
bool within_limits(BlockRun& run, Warp& warp, std::uint64_t steps) {
    LaunchProgress& launch = run.launch;
    const ExecuteOptions& options = run.plan.options;
    run.spin_steps += steps;
    const std::uint64_t total = launch.steps.fetch_add(steps, std::memory_order_relaxed) + steps;
    if (total > options.step_budget) return raise_step_budget(run, warp, "it has used up its step budget");
    if (spins(run, warp)) {
        return raise_step_budget(run, warp,
                                 "no warp of the block has ended, reached a barrier or made progress in a loop for a long time");
    }
    if (options.time_budget_s > 0) {
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - launch.start;
        if (elapsed.count() > options.time_budget_s) return raise_step_budget(run, warp, "it has used up its time budget");
    }
    if (options.stop.stop_requested()) launch.cancelled = true;
    return !launch.cancelled && launch.fault_position.load(std::memory_order_relaxed) > run.position;
}

std::uint64_t turn_length(BlockRun& run) {
    const ExecuteOptions& options = run.plan.options;
    if (options.order == BlockOrder::random) return 1 + run.random() % 64;
    const std::uint64_t used = run.launch.steps.load(std::memory_order_relaxed);
    const std::uint64_t left = options.step_budget > used ? options.step_budget - used : 0;
    return std::min(turn_steps, left + 1);
}

void shuffle_turns(BlockRun& run, std::vector<std::uint32_t>& order) {
    if (run.plan.options.order == BlockOrder::random) std::shuffle(order.begin(), order.end(), run.random);
}

}  // namespace

void prepare_run(BlockRun& run) {
    const LaunchPlan& plan = run.plan;
    const bool full = plan.options.trace == TraceLevel::full;
    run.warp_count = plan.warps_per_block;
    run.warps.resize(run.warp_count);
    run.shared_storage.resize(plan.shared_bytes + 256);
    const auto start = reinterpret_cast<std::uintptr_t>(run.shared_storage.data());
    run.shared = run.shared_storage.data() + ((start + 255) / 256 * 256 - start);
    if (full) {
        run.shared_init.resize(plan.shared_bytes + kMarksAhead);
        const std::size_t words = plan.shared_bytes / 4 + 1;
        run.shared_parties.resize(3 * words);
        std::uint64_t* parties = run.shared_parties.data();
        run.shared_cells = {parties, parties + words, parties + 2 * words};
        run.intervals.now = run.index << kIntervalBits;
    }
    run.ranges.resize(run.program.functions.size());
    for (std::size_t i = 0; i < run.ranges.size(); ++i) run.ranges[i].resize(run.program.functions[i].code.size());
    for (std::uint32_t i = 0; i < run.warp_count; ++i) {
        Warp& warp = run.warps[i];
        warp.id = i;
        // Mapped, as calloc writes all of it once it has seen such a size freed: most warps touch a page or two.
        warp.registers.reset(static_cast<std::byte*>(map_zeros(kRegisterBytes, PageSize::small)));
        if (!warp.registers) throw std::bad_alloc();
        warp.local.resize((plan.entry.local_bytes + 15) / 16 * 16 * kLanes);
        if (full) warp.local_init.resize(warp.local.size());
        fill_thread_specials(run, warp);
        warp.banks[1] = plan.constants;
        warp.banks[2] = reinterpret_cast<const std::byte*>(warp.special);
    }
}

bool run_block(BlockRun& run, RunWarp loop) {
    start_block(run);
    std::vector<std::uint32_t> order(run.warp_count);
    std::iota(order.begin(), order.end(), 0u);
    if (run.plan.options.order == BlockOrder::reversed) std::ranges::reverse(order);
    std::uint32_t live = run.warp_count;
    while (live) {
        shuffle_turns(run, order);
        std::uint32_t waiting = 0;
        for (const std::uint32_t index : order) {
            Warp& warp = run.warps[index];
            if (warp.status == WarpStatus::ready) {
                const std::uint64_t before = run.warp_instructions;
                run.quantum = turn_length(run);
                const RunResult result = loop(run, warp);
                if (result == RunResult::fault) return false;
                if (result == RunResult::done) {
                    --live;
                    run.note_progress();
                }
                if (!within_limits(run, warp, run.warp_instructions - before)) return false;
            }
            waiting += warp.status == WarpStatus::at_barrier;
        }
        if (live && waiting == live) {
            run.note_progress();
            if (!open_barrier(run)) return false;
        }
    }
    return true;
}

}  // namespace warpwise::simt
