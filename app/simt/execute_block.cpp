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

// The order of dispatch: a fixed order, its reverse, or one that steps through all blocks by a seeded stride.
std::uint64_t block_at(const LaunchState& launch, std::uint64_t position) {
    const std::uint64_t count = launch.shape.grid.count();
    if (launch.options.order == BlockOrder::reversed) return count - 1 - position;
    if (launch.options.order == BlockOrder::round_robin) return position;
    std::mt19937_64 random(launch.options.seed);
    const std::uint64_t start = random() % count;
    std::uint64_t stride = random() % count | 1;
    while (std::gcd(stride, count) != 1) ++stride;
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((Wide{position} * stride + start) % count);
}

std::uint32_t* special(Warp& warp, Special which) { return warp.special + static_cast<int>(which) * kLanes; }
void fill_special(Warp& warp, Special which, std::uint32_t value) { std::fill_n(special(warp, which), kLanes, value); }

void fill_thread_specials(const Worker& worker, Warp& warp) {
    const LaunchShape& shape = worker.launch.shape;
    for (int lane = 0; lane < kLanes; ++lane) {
        const Dim3 thread = worker.launch.thread_index(worker.linear_thread(warp, lane));
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
    fill_special(warp, Special::warps_per_block, worker.warp_count);
    fill_special(warp, Special::dynamic_shared_bytes, shape.dynamic_shared_bytes);
    fill_special(warp, Special::total_shared_bytes, worker.launch.shared_bytes);
}

void pass_arguments(const Worker& worker, Warp& warp) {
    const Function& entry = worker.launch.entry;
    for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
        const Parameter& parameter = entry.parameters[i];
        const ArgumentBytes& bytes = worker.launch.arguments[i];
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
void start_warp(Worker& worker, Warp& warp) {
    const Function& entry = worker.launch.entry;
    const std::uint32_t threads = worker.launch.threads_per_block, first = warp.id * kLanes;
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
    const Dim3 block = worker.launch.block_index(worker.block);
    fill_special(warp, Special::block_x, block.x);
    fill_special(warp, Special::block_y, block.y);
    fill_special(warp, Special::block_z, block.z);
    pass_arguments(worker, warp);
}

void next_interval(Worker& worker) {
    constexpr std::uint32_t last = (1u << kIntervalBits) - 1;
    if ((worker.intervals.now & last) != last) ++worker.intervals.now;
}

void start_intervals(Worker& worker) {
    next_interval(worker);
    worker.intervals.first = worker.intervals.now;
    const std::lock_guard lock(worker.launch.mutex);
    worker.launch.intervals[worker.index].push_back({worker.intervals.now, static_cast<std::uint32_t>(worker.block)});
}

void start_block(Worker& worker) {
    const LaunchState& launch = worker.launch;
    worker.block = block_at(launch, worker.position);
    worker.note_progress();
    worker.random.seed(launch.options.seed * 0x9e3779b97f4a7c15u + worker.block);
    std::memset(worker.shared, 0, launch.shared_bytes);
    if (launch.options.trace == TraceLevel::full) {
        std::ranges::fill(worker.shared_init, std::uint8_t{0});
        start_intervals(worker);
    }
    worker.fenced = false;
    worker.watched_thread.reset();
    if (const auto watch = launch.options.watch_thread; watch && *watch / launch.threads_per_block == worker.block) {
        worker.watched_thread = static_cast<std::uint32_t>(*watch % launch.threads_per_block);
    }
    for (std::uint32_t i = 0; i < worker.warp_count; ++i) start_warp(worker, worker.warps[i]);
    worker.counters.warps += worker.warp_count;
    worker.counters.threads += launch.threads_per_block;
}

// The value that every thread gets from __syncthreads_count, _and or _or.
std::uint32_t reduce_predicates(const Worker& worker, BarrierReduce reduce) {
    std::uint32_t count = 0, voters = 0;
    for (std::uint32_t i = 0; i < worker.warp_count; ++i) {
        const Warp& warp = worker.warps[i];
        if (warp.status != WarpStatus::at_barrier) continue;
        const auto* predicate = read_lanes<std::uint32_t>(worker, warp, warp.function->code[warp.pc - 1].a);
        for_each_lane(warp.mask, [&](int lane) {
            count += predicate[lane] != 0;
            ++voters;
        });
    }
    return reduce == BarrierReduce::count ? count : reduce == BarrierReduce::all ? count == voters : count != 0;
}

// All warps that live wait at a barrier: the same one, or it is a deadlock.
bool open_barrier(Worker& worker) {
    Warp* first = nullptr;
    for (std::uint32_t i = 0; i < worker.warp_count; ++i) {
        Warp& warp = worker.warps[i];
        if (warp.status != WarpStatus::at_barrier) continue;
        if (!first) first = &warp;
        if (warp.function != first->function || warp.pc != first->pc) return raise_deadlock(worker, *first, warp);
    }
    const Instruction& barrier = first->function->code[first->pc - 1];
    const auto reduce = static_cast<BarrierReduce>(barrier.aux);
    const std::uint32_t value = reduce == BarrierReduce::none ? 0 : reduce_predicates(worker, reduce);
    for (std::uint32_t i = 0; i < worker.warp_count; ++i) {
        Warp& warp = worker.warps[i];
        if (warp.status != WarpStatus::at_barrier) continue;
        if (reduce != BarrierReduce::none) {
            std::uint32_t values[kLanes];
            std::fill_n(values, kLanes, value);
            write_active(warp, barrier.dst, values);
        }
        warp.status = WarpStatus::ready;
    }
    next_interval(worker);
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
std::uint64_t sample_comparisons(const Worker& worker, const Warp& warp) {
    std::uint64_t sample = 1;
    for (const Instruction& in : warp.function->code) {
        const bool is_float = is_float_comparison(in.op);
        if (!is_comparison(in.op) && !is_float) continue;
        const bool wide = compares_wide(in.op, is_float ? Op::fcmp_oeq_f : Op::icmp_eq_32);
        for (const Operand operand : {in.a, in.b})
            mix(sample, read_lanes<std::byte>(worker, warp, operand), kLanes * (wide ? sizeof(std::uint64_t) : 4));
    }
    return sample;
}

// Whether the block has run for the spin budget and none of its warps' conditions has seen a new value.
bool spins(Worker& worker, Warp& warp) {
    if (worker.spin_steps < turn_steps) return false;
    worker.spin_steps = 0;
    const std::uint64_t sample = sample_comparisons(worker, warp);
    const bool changed = warp.spin_sample != 0 && warp.spin_sample != sample;
    warp.spin_sample = sample;
    if (changed) worker.note_progress();
    if (worker.spin_start_s < 0) worker.spin_start_s = thread_seconds();
    return thread_seconds() - worker.spin_start_s > worker.launch.options.spin_budget_s;
}

// After a turn: whether the launch may go on.
bool within_limits(Worker& worker, Warp& warp, std::uint64_t steps) {
    LaunchState& launch = worker.launch;
    const ExecuteOptions& options = launch.options;
    worker.spin_steps += steps;
    const std::uint64_t total = launch.steps.fetch_add(steps, std::memory_order_relaxed) + steps;
    if (total > options.step_budget) return raise_step_budget(worker, warp, "it has used up its step budget");
    if (spins(worker, warp)) {
        return raise_step_budget(worker, warp,
                                 "no warp of the block has ended, reached a barrier or made progress in a loop for a long time");
    }
    if (options.time_budget_s > 0) {
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - launch.start;
        if (elapsed.count() > options.time_budget_s) return raise_step_budget(worker, warp, "it has used up its time budget");
    }
    if (options.stop.stop_requested()) launch.cancelled = true;
    return !launch.cancelled && launch.fault_position.load(std::memory_order_relaxed) > worker.position;
}

std::uint64_t turn_length(Worker& worker) {
    const ExecuteOptions& options = worker.launch.options;
    if (options.order == BlockOrder::random) return 1 + worker.random() % 64;
    const std::uint64_t used = worker.launch.steps.load(std::memory_order_relaxed);
    const std::uint64_t left = options.step_budget > used ? options.step_budget - used : 0;
    return std::min(turn_steps, left + 1);
}

void shuffle_turns(Worker& worker, std::vector<std::uint32_t>& order) {
    if (worker.launch.options.order == BlockOrder::random) std::shuffle(order.begin(), order.end(), worker.random);
}

}  // namespace

void prepare_worker(Worker& worker) {
    LaunchState& launch = worker.launch;
    const bool full = launch.options.trace == TraceLevel::full;
    worker.warp_count = (launch.threads_per_block + kLanes - 1) / kLanes;
    worker.warps.resize(worker.warp_count);
    worker.shared_storage.resize(launch.shared_bytes + 256);
    const auto start = reinterpret_cast<std::uintptr_t>(worker.shared_storage.data());
    worker.shared = worker.shared_storage.data() + ((start + 255) / 256 * 256 - start);
    if (full) {
        worker.shared_init.resize(launch.shared_bytes + kMarksAhead);
        const std::size_t words = launch.shared_bytes / 4 + 1;
        worker.shared_parties.resize(3 * words);
        std::uint64_t* parties = worker.shared_parties.data();
        worker.shared_cells = {parties, parties + words, parties + 2 * words};
        worker.intervals.now = worker.index << kIntervalBits;
    }
    worker.ranges.resize(worker.program.functions.size());
    for (std::size_t i = 0; i < worker.ranges.size(); ++i) worker.ranges[i].resize(worker.program.functions[i].code.size());
    for (std::uint32_t i = 0; i < worker.warp_count; ++i) {
        Warp& warp = worker.warps[i];
        warp.id = i;
        // Mapped, as calloc writes all of it once it has seen such a size freed: most warps touch a page or two.
        warp.registers.reset(static_cast<std::byte*>(map_zeros(kRegisterBytes, PageSize::small)));
        if (!warp.registers) throw std::bad_alloc();
        warp.local.resize((launch.entry.local_bytes + 15) / 16 * 16 * kLanes);
        if (full) warp.local_init.resize(warp.local.size());
        fill_thread_specials(worker, warp);
        warp.banks[1] = launch.constants;
        warp.banks[2] = reinterpret_cast<const std::byte*>(warp.special);
    }
}

bool run_block(Worker& worker, RunWarp run) {
    start_block(worker);
    std::vector<std::uint32_t> order(worker.warp_count);
    std::iota(order.begin(), order.end(), 0u);
    if (worker.launch.options.order == BlockOrder::reversed) std::ranges::reverse(order);
    std::uint32_t live = worker.warp_count;
    while (live) {
        shuffle_turns(worker, order);
        std::uint32_t waiting = 0;
        for (const std::uint32_t index : order) {
            Warp& warp = worker.warps[index];
            if (warp.status == WarpStatus::ready) {
                const std::uint64_t before = worker.warp_instructions;
                worker.quantum = turn_length(worker);
                const RunResult result = run(worker, warp);
                if (result == RunResult::fault) return false;
                if (result == RunResult::done) {
                    --live;
                    worker.note_progress();
                }
                if (!within_limits(worker, warp, worker.warp_instructions - before)) return false;
            }
            waiting += warp.status == WarpStatus::at_barrier;
        }
        if (live && waiting == live) {
            worker.note_progress();
            if (!open_barrier(worker)) return false;
        }
    }
    return true;
}

}  // namespace warpwise::simt
