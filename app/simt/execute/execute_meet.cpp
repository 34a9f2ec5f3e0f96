// Where threads meet beyond a warp, other than at the block's own barrier: tiles of several warps, barrier objects (cuda::barrier)
// and the whole launch.
//
// A barrier object is one 64-bit word: from the lowest bit, 20 bits for the arrivals that each phase expects, 20 for those that the
// current one still waits for, 24 for the number of phases that are over.
#include <fmt/format.h>

#include <algorithm>

#include "simt/code/bytecode_facts.h"
#include "simt/execute/cycle.h"
#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_ops.h"

namespace warpwise::simt {
namespace {

constexpr int kCountBits = 20;
constexpr std::uint64_t kMostArrivals = (std::uint64_t{1} << kCountBits) - 1;
constexpr std::uint64_t kPhaseMask = (std::uint64_t{1} << (64 - 2 * kCountBits)) - 1;

struct PhaseWord {
    std::uint64_t expected = 0, pending = 0, phase = 0;
    static PhaseWord of(std::uint64_t bits) {
        return {bits & kMostArrivals, bits >> kCountBits & kMostArrivals, bits >> (2 * kCountBits)};
    }
    std::uint64_t bits() const { return expected | pending << kCountBits | (phase & kPhaseMask) << (2 * kCountBits); }
};

const Instruction& waits_at(const Warp& warp) { return warp.function->code[warp.pc - 1]; }

bool waits(const Warp& warp, Op op) { return warp.status == WarpStatus::at_barrier && waits_at(warp).op == op; }

// Every access so far comes before every later one: for pairs of threads that do not meet here that only hides a race.
bool begin_interval(BlockRun& run) {
    if (run.plan.options.trace != TraceLevel::full) return true;
    if (!settle_unwritten(run)) return false;
    start_interval(run);
    return true;
}

// ---- barrier objects ----

bool read_word(BlockRun& run, Warp& warp, const Instruction& in, int lane, PhaseWord& word) {
    const std::uint64_t address = read_lanes<std::uint64_t>(run, warp, in.a)[lane];
    std::uint64_t bits = 0;
    if (address % sizeof bits) return raise_access(run, warp, in, lane, address, sizeof bits, false);
    if (!read_bytes(run, warp, in, lane, address, reinterpret_cast<std::byte*>(&bits), sizeof bits)) return false;
    word = PhaseWord::of(bits);
    if (bits != 0 || static_cast<PhaseOp>(in.aux) == PhaseOp::init) return true;
    return raise(run, warp, in, lane, FaultKind::uninitialized_read, "uses a barrier object that no thread has initialized",
                 "Let one thread call init(&barrier, count), and put a __syncthreads() before the first use by other threads.");
}

bool write_word(BlockRun& run, Warp& warp, const Instruction& in, int lane, const PhaseWord& word) {
    const std::uint64_t* address = read_lanes<std::uint64_t>(run, warp, in.a);
    const std::uint64_t bits = word.bits();
    if (run.keeps_writes()) keep_before_write(run, 1u << lane, address, sizeof bits);
    return write_bytes(run, warp, in, lane, address[lane], reinterpret_cast<const std::byte*>(&bits), sizeof bits);
}

bool initialize(BlockRun& run, Warp& warp, const Instruction& in, int lane) {
    const std::uint64_t count = read_lanes<std::uint64_t>(run, warp, in.b)[lane];
    if (count == 0 || count > kMostArrivals)
        return raise(run, warp, in, lane, FaultKind::unsupported,
                     fmt::format("initializes a barrier object for {} arrivals; it takes 1 to {}", count, kMostArrivals),
                     "The count is the number of threads that arrive in each phase.");
    return write_word(run, warp, in, lane, {count, count, 0});
}

bool arrive(BlockRun& run, Warp& warp, const Instruction& in, int lane, std::uint64_t& token) {
    const bool drops = static_cast<PhaseOp>(in.aux) == PhaseOp::drop;
    const std::uint64_t count = drops ? 1 : read_lanes<std::uint64_t>(run, warp, in.b)[lane];
    PhaseWord word;
    if (!read_word(run, warp, in, lane, word)) return false;
    if (count > word.pending)
        return raise(run, warp, in, lane, FaultKind::barrier_divergence,
                     fmt::format("arrives {} time{} at a barrier object whose phase waits for {} more arrival{} (of {})", count,
                                 count == 1 ? "" : "s", word.pending, word.pending == 1 ? "" : "s", word.expected),
                     "More threads arrive than the count that init() was given, or one arrives twice in one phase.");
    token = word.phase;
    if (drops) --word.expected;
    word.pending -= count;
    if (word.pending > 0) return write_word(run, warp, in, lane, word);
    word.pending = word.expected;
    word.phase = (word.phase + 1) & kPhaseMask;
    return write_word(run, warp, in, lane, word) && begin_interval(run);
}

bool is_over(PhaseOp op, const PhaseWord& word, std::uint64_t asked) {
    const bool by_parity = op == PhaseOp::wait_parity || op == PhaseOp::test_parity;
    return by_parity ? (word.phase & 1) != (asked & 1) : word.phase != asked;
}

// Whether the phases that the active lanes wait for are over. A fault counts as that: the block sees it.
bool phases_are_over(BlockRun& run, Warp& warp, const Instruction& in) {
    const auto* asked = read_lanes<std::uint64_t>(run, warp, in.b);
    bool over = true;
    for_each_lane(warp.mask, [&](int lane) {
        PhaseWord word;
        over = over && (!read_word(run, warp, in, lane, word) || is_over(static_cast<PhaseOp>(in.aux), word, asked[lane]));
    });
    return over;
}

// Lanes that wait let the other side of their branch run first: it may bring what they wait for.
bool let_other_side_run(Warp& warp) {
    if (warp.stack.size() <= stack_depth(warp)) return false;
    const StackEntry other = warp.stack.back();
    if (other.at_barrier || other.join != warp.join || other.pc == warp.join || !(other.mask & warp.lanes)) return false;
    warp.stack.back() = {warp.pc - 1, warp.mask, warp.join, true};
    warp.pc = other.pc;
    warp.set_mask(other.mask & warp.lanes);
    return true;
}

Then wait_for_phase(BlockRun& run, Warp& warp, const Instruction& in) {
    const bool over = phases_are_over(run, warp, in);
    if (run.fault) return Then::fault;
    if (over || let_other_side_run(warp)) return Then::next;
    const std::uint64_t address = read_lanes<std::uint64_t>(run, warp, in.a)[std::countr_zero(warp.mask)];
    if (space_of(address) != Space::shared) {  // threads of other blocks may arrive: a loop that looks again
        --warp.pc;
        return Then::turn_over;
    }
    warp.status = WarpStatus::at_barrier;
    ++run.meeting;
    ++run.counters.barriers;
    return Then::at_barrier;
}

Then run_phase(BlockRun& run, Warp& warp, const Instruction& in) {
    const auto op = static_cast<PhaseOp>(in.aux);
    if (run.cycle) run.cycle->count_all_memory();
    if (op == PhaseOp::wait || op == PhaseOp::wait_parity) return wait_for_phase(run, warp, in);
    const auto* address = read_lanes<std::uint64_t>(run, warp, in.a);
    const bool tests = op == PhaseOp::test || op == PhaseOp::test_parity;
    const auto* asked = read_lanes<std::uint64_t>(run, warp, in.b);
    std::uint64_t tokens[kLanes] = {};
    std::uint32_t answers[kLanes] = {};
    bool good = true, is_global = false;
    for_each_lane(warp.mask, [&](int lane) {
        if (!good) return;
        is_global |= space_of(address[lane]) == Space::global;
        PhaseWord word;
        if (op == PhaseOp::init) {
            good = initialize(run, warp, in, lane);
        } else if (tests) {
            good = read_word(run, warp, in, lane, word);
            answers[lane] = is_over(op, word, asked[lane]);
        } else {
            good = arrive(run, warp, in, lane, tokens[lane]);
        }
    });
    if (!good) return Then::fault;
    if (run.plan.options.trace != TraceLevel::none && !tests) {
        const AccessKind kind = op == PhaseOp::init ? AccessKind::store : AccessKind::reduction;
        if (!record_access(run, warp, in, kind, address, sizeof(std::uint64_t))) return Then::fault;
    }
    if (is_global) warp.fenced = warp.signals = run.fenced = run.signals = true;
    if (tests) {
        write_active(warp, in.dst, answers);
        return Then::turn_over;  // what asks in a loop lets the other warps run
    }
    if (op == PhaseOp::arrive) write_active(warp, in.dst, tokens);
    return Then::next;
}

// ---- tiles of several warps ----

std::uint32_t tile_size(const BlockRun& run, const Warp& warp, const Instruction& in) {
    const Operand size = static_cast<TileMeeting>(in.aux) == TileMeeting::exchange ? in.c : in.a;
    return read_lanes<std::uint32_t>(run, warp, size)[std::countr_zero(warp.mask)];
}

struct Tile {
    std::uint32_t first = 0, end = 0;  // warps
};

Tile tile_of(const BlockRun& run, const Warp& warp, std::uint32_t size) {
    const std::uint32_t warps = size / kLanes, first = warp.id / warps * warps;
    return {first, std::min(first + warps, run.warp_count)};
}

template <typename T>
void exchange(BlockRun& run, const Tile& tile) {
    std::vector<T> values((tile.end - tile.first) * std::size_t{kLanes});
    for (std::uint32_t i = tile.first; i < tile.end; ++i) {
        const Warp& warp = run.warps[i];
        if (warp.status != WarpStatus::at_barrier) continue;
        std::copy_n(read_lanes<T>(run, warp, waits_at(warp).a), kLanes, values.begin() + (i - tile.first) * kLanes);
    }
    for (std::uint32_t i = tile.first; i < tile.end; ++i) {
        const Warp& warp = run.warps[i];
        if (warp.status != WarpStatus::at_barrier) continue;
        const auto* rank = read_lanes<std::uint32_t>(run, warp, waits_at(warp).b);
        T result[kLanes];
        for (int lane = 0; lane < kLanes; ++lane) result[lane] = values[rank[lane] % values.size()];
        write_active(warp, waits_at(warp).dst, result);
    }
}

// Opens the barrier of the warp's tile where all of its living warps have come.
bool open_tile(BlockRun& run, const Warp& warp) {
    const Instruction& in = waits_at(warp);
    const Tile tile = tile_of(run, warp, tile_size(run, warp, in));
    for (std::uint32_t i = tile.first; i < tile.end; ++i) {
        const Warp& other = run.warps[i];
        if (other.status == WarpStatus::done) continue;
        if (!waits(other, Op::tile_barrier)) return false;
        const Instruction& there = waits_at(other);
        if (there.aux != in.aux || (there.flags & kWide) != (in.flags & kWide) ||
            tile_size(run, other, there) != tile_size(run, warp, in))
            return false;
    }
    if (static_cast<TileMeeting>(in.aux) == TileMeeting::exchange) {
        if (in.flags & kWide)
            exchange<std::uint64_t>(run, tile);
        else
            exchange<std::uint32_t>(run, tile);
    }
    for (std::uint32_t i = tile.first; i < tile.end; ++i) {
        Warp& other = run.warps[i];
        if (other.status != WarpStatus::at_barrier) continue;
        other.status = WarpStatus::ready;
        --run.meeting;
    }
    return true;
}

// ---- the launch ----

Then arrive_at_grid_barrier(BlockRun& run, Warp& warp, const Instruction& in) {
    if (run.plan.options.refuses_grid_barrier) {
        raise(run, warp, in, std::countr_zero(warp.mask), FaultKind::launch_invalid,
              "reaches a grid-wide barrier, and the launch is not cooperative",
              "Launch the kernel with cudaLaunchCooperativeKernel(), or with the attribute cudaLaunchAttributeCooperative.");
        return Then::fault;
    }
    if (!run.shares_turns && run.plan.shape.grid.count() > 1) {
        raise(run, warp, in, std::countr_zero(warp.mask), FaultKind::unsupported,
              "reaches a grid-wide barrier, which needs all blocks; the debugger runs one",
              "Step up to this line, or launch a grid of one block to step across it.");
        return Then::fault;
    }
    switch (arrive_at_barrier(run, warp, in)) {
        case BarrierArrival::wait: ++run.meeting; return Then::at_barrier;
        case BarrierArrival::fault: return Then::fault;
        case BarrierArrival::other_lanes_first: break;
    }
    return Then::next;
}

std::string what_is_missing(BlockRun& run, Warp& warp) {
    const Instruction& in = waits_at(warp);
    if (in.op == Op::grid_barrier) return "waits for all threads of the launch, which other threads of its block do not do";
    if (in.op == Op::tile_barrier)
        return fmt::format("waits for its tile of {} threads, some of which wait elsewhere", tile_size(run, warp, in));
    PhaseWord word;
    if (!read_word(run, warp, in, std::countr_zero(warp.mask), word)) return {};
    return fmt::format("waits at a barrier object for a phase that never ends: {} of {} arrivals have come",
                       word.expected - word.pending, word.expected);
}

}  // namespace

Then run_meeting(BlockRun& run, Warp& warp, const Instruction& in) {
    if (in.op == Op::phase) return run_phase(run, warp, in);
    if (in.op == Op::grid_barrier) return arrive_at_grid_barrier(run, warp, in);
    switch (arrive_at_barrier(run, warp, in)) {
        case BarrierArrival::wait: ++run.meeting; return Then::at_barrier;
        case BarrierArrival::fault: return Then::fault;
        case BarrierArrival::other_lanes_first: break;
    }
    return Then::next;
}

bool all_wait_for_the_launch(const BlockRun& run) {
    return std::ranges::all_of(run.warps,
                               [](const Warp& warp) { return warp.status == WarpStatus::done || waits(warp, Op::grid_barrier); });
}

void open_grid_barrier(BlockRun& run) {
    for (Warp& warp : run.warps)
        if (warp.status == WarpStatus::at_barrier) warp.status = WarpStatus::ready;
    run.meeting = 0;
    run.turns.waiting = 0;
}

Release release_waiting(BlockRun& run) {
    bool some = false, met = false;
    for (std::uint32_t i = 0; i < run.warp_count; ++i) {
        Warp& warp = run.warps[i];
        if (warp.status != WarpStatus::at_barrier) continue;
        const Instruction& in = waits_at(warp);
        if (in.op == Op::tile_barrier && open_tile(run, warp)) some = met = true;
        if (in.op != Op::phase || !phases_are_over(run, warp, in)) continue;
        if (run.fault) return Release::fault;
        warp.status = WarpStatus::ready;
        --run.meeting;
        some = true;
    }
    if (!some && !run.shares_turns && all_wait_for_the_launch(run)) {
        open_grid_barrier(run);
        some = met = true;
    }
    if (met && !begin_interval(run)) return Release::fault;
    return some ? Release::some : Release::none;
}

bool raise_missing_block(BlockRun& run, std::uint64_t ended) {
    const Warp& warp = *std::ranges::find(run.warps, WarpStatus::at_barrier, &Warp::status);
    return raise(run, warp, waits_at(warp), std::countr_zero(warp.mask), FaultKind::deadlock,
                 fmt::format("waits at a grid-wide barrier that block {} never reaches: it has ended",
                             index_text(run.plan.block_index(ended))),
                 "Every block must call grid.sync() equally often: a block without work must not return before that.");
}

bool raise_stuck(BlockRun& run) {
    Warp* first = nullptr;
    const Warp* other = nullptr;
    for (std::uint32_t i = 0; i < run.warp_count; ++i) {
        Warp& warp = run.warps[i];
        if (warp.status != WarpStatus::at_barrier) continue;
        if (!first && waits_at(warp).op != Op::barrier) {
            first = &warp;
        } else if (!other) {
            other = &warp;
        }
    }
    const Instruction& in = waits_at(*first);
    const int lane = std::countr_zero(first->mask);
    raise(run, *first, in, lane, FaultKind::deadlock, what_is_missing(run, *first),
          in.op == Op::phase
              ? "The count given to init() is larger than the number of threads that arrive, or a thread that should "
                "arrive waits or has ended."
              : "All threads of the group must call the same synchronization: move it out of the 'if'.");
    if (other && run.fault)
        run.fault->other =
            FaultPlace{run.program.origin, static_cast<int>(location_of(*other, waits_at(*other)).line), run.fault->block,
                       run.plan.thread_index(run.linear_thread(*other, std::countr_zero(other->mask)))};
    return false;
}

}  // namespace warpwise::simt
