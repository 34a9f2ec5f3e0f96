// What the lanes of a warp do together, and the rest of the uncommon opcodes.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "simt/code/shuffle_source.h"
#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_ops.h"
#include "simt/execute/execute_pass_over.h"

namespace warpwise::simt {
namespace {

bool callers_are_members(BlockRun& run, const Warp& warp, const Instruction& in, const std::uint32_t* members) {
    if (is_passed_over(run, in)) return true;
    bool good = true;
    for_each_lane(warp.mask, [&](int lane) {
        if (!good || (members[lane] >> lane & 1)) return;
        good =
            raise_or_go_on(run, warp, in, lane, FaultKind::barrier_divergence,
                           fmt::format("calls a warp function whose mask {:#010x} leaves its own lane {} out", members[lane], lane),
                           "The mask names the participating lanes: each lane that calls must be in it.");
    });
    return good;
}

bool members_are_here(BlockRun& run, Warp& warp, const Instruction& in, const std::uint32_t* members) {
    std::uint32_t others = 0;  // most often each mask names just the lanes that are here
    for (int lane = 0; lane < kLanes; ++lane) others |= (members[lane] ^ warp.mask) & warp.lane_mask[lane];
    if (others == 0) {
        note_meeting(run, warp, members);
        return true;
    }
    if (!callers_are_members(run, warp, in, members)) return false;
    note_meeting(run, warp, members);
    if (is_passed_over(run, in)) return true;
    std::uint32_t checked = 0;
    bool good = true;
    for_each_lane(warp.mask, [&](int lane) {
        const std::uint32_t mask = members[lane];
        if (!good || checked == mask) return;
        checked = mask;
        for_each_lane(mask & ~warp.mask, [&](int other) {
            if (!good || lane_has_exited(warp, other)) return;
            good = raise_or_go_on(
                run, warp, in, lane, FaultKind::barrier_divergence,
                fmt::format("calls a warp function whose mask {:#010x} names lane {}, which does not call it", mask, other),
                "All lanes in the mask must reach the call together: move it out of the 'if', or build the mask with "
                "__ballot_sync.");
        });
    });
    return good;
}

// Exited lanes are not waited for, so that a full mask is not a mistake; but there is no value to take from such a lane, nor from
// one outside the mask (PTX: "the retrieved value is undefined"). What comes here is what the lane's register held last.
void warn_of_source(BlockRun& run, const Warp& warp, const Instruction& in, int lane, int source, std::uint32_t mask) {
    const bool exists = run.linear_thread(warp, source) < run.plan.threads_per_block;
    const std::string why = !(mask >> source & 1) ? fmt::format("its mask {:#010x} leaves out", mask)
                            : exists              ? "has exited"
                                                  : "does not exist: the block's last warp is not full";
    warn(run, warp, in, lane, fmt::format("takes the value of lane {}, which {}; on a GPU that value is undefined", source, why),
         "Do not use such values: keep all lanes of the warp active, with a neutral value (0 for a sum) where there is nothing to "
         "do.");
}

// The usual call: all 32 lanes are here, each names all of them, and a segment is the whole warp.
bool is_of_whole_warp(const Warp& warp, const std::uint32_t* members, const std::uint32_t* width) {
    std::uint32_t others = ~warp.mask;
    for (int lane = 0; lane < kLanes; ++lane) others |= ~members[lane] | (width[lane] ^ kLanes);
    return others == 0;
}

// source_lane() of each lane in such a call: with the kind and the width known, there is no branch in any lane.
template <ShuffleKind kind>
void find_sources(const std::uint32_t* operand, std::uint32_t* source) {
    for (int lane = 0; lane < kLanes; ++lane)
        source[lane] = static_cast<std::uint32_t>(source_lane(kind, lane, operand[lane], kLanes));
}
void find_whole_warp_sources(ShuffleKind kind, const std::uint32_t* operand, std::uint32_t* source) {
    switch (kind) {
        case ShuffleKind::index: return find_sources<ShuffleKind::index>(operand, source);
        case ShuffleKind::up: return find_sources<ShuffleKind::up>(operand, source);
        case ShuffleKind::down: return find_sources<ShuffleKind::down>(operand, source);
        case ShuffleKind::exclusive_or: return find_sources<ShuffleKind::exclusive_or>(operand, source);
    }
}

template <typename T>
bool shuffle(BlockRun& run, Warp& warp, const Instruction& in) {
    const auto* members = read_lanes<std::uint32_t>(run, warp, static_cast<Operand>(in.imm));
    if (!members_are_here(run, warp, in, members)) return false;
    run.counters.warp_shuffles += sizeof(T) / 4;
    const auto* value = read_lanes<T>(run, warp, in.a);
    const auto* operand = read_lanes<std::uint32_t>(run, warp, in.b);
    const auto* width = read_lanes<std::uint32_t>(run, warp, in.c);
    T result[kLanes] = {};
    if (is_of_whole_warp(warp, members, width)) {
        std::uint32_t source[kLanes];
        find_whole_warp_sources(static_cast<ShuffleKind>(in.aux), operand, source);
        for (int lane = 0; lane < kLanes; ++lane) result[lane] = value[source[lane]];
        write_active(warp, in.dst, result);
        return true;
    }
    for_each_lane(warp.mask, [&](int lane) {
        const int source = source_lane(static_cast<ShuffleKind>(in.aux), lane, operand[lane], width[lane]);
        if (!(warp.mask & members[lane] & 1u << source) && !is_passed_over(run, in))
            warn_of_source(run, warp, in, lane, source, members[lane]);
        result[lane] = value[source];
    });
    write_active(warp, in.dst, result);
    return true;
}

bool vote(BlockRun& run, Warp& warp, const Instruction& in) {
    const auto* members = read_lanes<std::uint32_t>(run, warp, in.a);
    if (!members_are_here(run, warp, in, members)) return false;
    ++run.counters.warp_votes;
    const auto* predicate = read_lanes<std::uint32_t>(run, warp, in.b);
    std::uint32_t votes = 0, result[kLanes] = {};
    for_each_lane(warp.mask, [&](int lane) { votes |= predicate[lane] ? 1u << lane : 0u; });
    for_each_lane(warp.mask, [&](int lane) {
        const std::uint32_t voters = members[lane] & warp.mask, yes = votes & voters;
        switch (static_cast<VoteKind>(in.aux)) {
            case VoteKind::all: result[lane] = yes == voters; break;
            case VoteKind::any: result[lane] = yes != 0; break;
            case VoteKind::ballot: result[lane] = yes; break;
            case VoteKind::uniform: result[lane] = yes == voters || yes == 0; break;
        }
    });
    write_active(warp, in.dst, result);
    return true;
}

template <typename T>
bool match(BlockRun& run, Warp& warp, const Instruction& in, bool all) {
    const auto* members = read_lanes<std::uint32_t>(run, warp, in.a);
    if (!members_are_here(run, warp, in, members)) return false;
    ++run.counters.warp_votes;
    const auto* value = read_lanes<T>(run, warp, in.b);
    std::uint32_t result[kLanes] = {};
    for_each_lane(warp.mask, [&](int lane) {
        const std::uint32_t group = members[lane] & warp.mask;
        std::uint32_t same = 0;
        for_each_lane(group, [&](int other) { same |= value[other] == value[lane] ? 1u << other : 0u; });
        result[lane] = !all ? same : same == group ? members[lane] : 0;
    });
    write_active(warp, in.dst, result);
    return true;
}

std::uint32_t reduce_two(WarpReduceOp op, std::uint32_t x, std::uint32_t y) {
    const auto sx = static_cast<std::int32_t>(x), sy = static_cast<std::int32_t>(y);
    switch (op) {
        case WarpReduceOp::add: return x + y;
        case WarpReduceOp::min: return sx < sy ? x : y;
        case WarpReduceOp::max: return sx > sy ? x : y;
        case WarpReduceOp::umin: return std::min(x, y);
        case WarpReduceOp::umax: return std::max(x, y);
        case WarpReduceOp::and_: return x & y;
        case WarpReduceOp::or_: return x | y;
        case WarpReduceOp::xor_: break;
    }
    return x ^ y;
}

bool warp_reduce(BlockRun& run, Warp& warp, const Instruction& in) {
    const auto* members = read_lanes<std::uint32_t>(run, warp, in.a);
    if (!members_are_here(run, warp, in, members)) return false;
    ++run.counters.warp_votes;
    const auto* value = read_lanes<std::uint32_t>(run, warp, in.b);
    std::uint32_t result[kLanes] = {};
    for_each_lane(warp.mask, [&](int lane) {
        const std::uint32_t group = (members[lane] | 1u << lane) & warp.mask;
        const int first = std::countr_zero(group);
        std::uint32_t sum = value[first];
        for_each_lane(group & (group - 1),
                      [&](int other) { sum = reduce_two(static_cast<WarpReduceOp>(in.aux), sum, value[other]); });
        result[lane] = sum;
    });
    write_active(warp, in.dst, result);
    return true;
}

bool trap(BlockRun& run, Warp& warp, const Instruction& in) {
    const int lane = std::countr_zero(warp.mask);
    const bool has_text = in.imm >= 0 && static_cast<std::size_t>(in.imm) < run.program.strings.size();
    const std::string text = has_text ? run.program.strings[static_cast<std::size_t>(in.imm)] : std::string();
    switch (static_cast<TrapKind>(in.aux)) {
        case TrapKind::exit_thread: exit_lanes(warp, warp.mask); return true;
        case TrapKind::assert_failed:
            return raise(run, warp, in, lane, FaultKind::assert_failed, fmt::format("fails the assertion '{}'", text),
                         "The condition of the kernel's own assert is false here.");
        case TrapKind::no_return:
            return raise(run, warp, in, lane, FaultKind::no_return_value, "reaches the end of a function that must return a value",
                         "Add the missing return statement.");
        case TrapKind::pure_virtual: return raise_pure_call(run, warp, in, lane);
        case TrapKind::trap: break;
    }
    return raise(run, warp, in, lane, FaultKind::assert_failed, "stops the kernel with __trap()",
                 "The kernel reached a state that it does not allow.");
}

template <typename T>
void write_all(Warp& warp, const Instruction& in, T value) {
    T values[kLanes];
    std::fill_n(values, kLanes, value);
    write_active(warp, in.dst, values);
}

}  // namespace

bool run_uncommon(BlockRun& run, Warp& warp, const Instruction& in) {
    const bool wide = in.flags & kWide;
    switch (in.op) {
        case Op::load_vector:
        case Op::store_vector:
        case Op::atomic:
        case Op::compare_and_swap:
        case Op::copy_memory:
        case Op::set_memory: return run_memory(run, warp, in);
        case Op::texture_read:
        case Op::surface_write: return run_texture(run, warp, in);
        case Op::check_member: return check_member(run, warp, in);
        case Op::shuffle: return wide ? shuffle<std::uint64_t>(run, warp, in) : shuffle<std::uint32_t>(run, warp, in);
        case Op::vote: return vote(run, warp, in);
        case Op::match_any_32: return match<std::uint32_t>(run, warp, in, false);
        case Op::match_any_64: return match<std::uint64_t>(run, warp, in, false);
        case Op::match_all_32: return match<std::uint32_t>(run, warp, in, true);
        case Op::match_all_64: return match<std::uint64_t>(run, warp, in, true);
        case Op::warp_reduce: return warp_reduce(run, warp, in);
        case Op::matrix: return run_matrix(run, warp, in);
        case Op::active_mask: write_all(warp, in, warp.mask); return true;
        case Op::clock: write_all<std::uint64_t>(warp, in, warp.steps + warp.steps_of_turn); return true;
        case Op::fence:
            warp.fenced = true;
            warp.global_recent.forget();
            warp.shared_recent.forget();
            run.fenced |= in.aux != static_cast<std::uint8_t>(FenceScope::block);
            return true;
        case Op::sync_warp: {
            const auto* members = read_lanes<std::uint32_t>(run, warp, in.a);
            note_meeting(run, warp, members);
            warp.global_recent.forget();
            warp.shared_recent.forget();
            return callers_are_members(run, warp, in, members);
        }
        case Op::launch_grid: return launch_grids(run, warp, in);
        case Op::sleep: return true;
        case Op::new_memory:
            if (run.plan.options.trace == TraceLevel::full) forget_accesses(run, warp, in);
            return true;
        case Op::print: return run_print(run, warp, in);
        case Op::trap: return trap(run, warp, in);
        default: break;
    }
    if (run_math(run, warp, in)) return true;
    return raise(run, warp, in, std::countr_zero(warp.mask), FaultKind::unsupported,
                 fmt::format("reaches the operation '{}', which the emulator does not know", name_of(in.op)),
                 "Run this kernel on a GPU.");
}

}  // namespace warpwise::simt
