// Control flow beyond plain branches: the reconvergence stack, calls, switches, barriers.
#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_ops.h"

namespace warpwise::simt {
namespace {

std::uint32_t round_up_16(std::uint32_t bytes) { return (bytes + 15) / 16 * 16; }

void copy_result(const Warp& warp, const std::byte* source, const CallSite::Destination& to) {
    if (to.flags & kWide) {
        write_active(warp, to.slot, reinterpret_cast<const std::uint64_t*>(source));
    } else {
        write_active(warp, to.slot, reinterpret_cast<const std::uint32_t*>(source));
    }
}

// The caller goes on with the lanes that called and have not exited.
void return_to_caller(Warp& warp) {
    const CallFrame call = warp.calls.back();
    warp.calls.pop_back();
    warp.local_top = warp.local_base;
    warp.function = call.function;
    warp.frame = call.frame;
    warp.local_base = call.local_base;
    warp.join = call.join;
    warp.set_mask(call.mask & warp.lanes);
    warp.pc = call.pc;
    if (warp.mask == 0 || warp.pc == warp.join) resume(warp);
}

// Where a lane that does not take part in a barrier will go on, and whether that is only the kernel's end.
struct Elsewhere {
    std::uint32_t pc = kNoPc;
    bool exited = false;
    bool pending = false;  // it waits to run, not for the others
};

// The innermost stack entry that holds the lane: a side of a branch not yet run, or the join point where it waits.
Elsewhere find_lane(const Warp& warp, int lane) {
    for (std::size_t i = warp.stack.size(); i-- > 0;) {
        const StackEntry& entry = warp.stack[i];
        if (!(entry.mask >> lane & 1)) continue;
        const bool is_join = i + 1 == warp.stack.size()
                                 ? entry.pc == warp.join
                                 : std::ranges::any_of(warp.stack.begin() + static_cast<std::ptrdiff_t>(i) + 1, warp.stack.end(),
                                                       [&](const StackEntry& later) { return later.join == entry.pc; });
        const bool at_end = warp.calls.empty() && leads_to_return(*warp.function, entry.pc);
        return {entry.pc, at_end, !is_join};
    }
    return {};
}

bool pass_parameters(BlockRun& run, Warp& warp, const Instruction& in, const CallSite& site, const Function& callee,
                     std::byte* frame, std::uint32_t local_base) {
    for (std::size_t i = 0; i < site.arguments.size() && i < callee.parameters.size(); ++i) {
        const Parameter& parameter = callee.parameters[i];
        const auto* value = read_lanes<std::byte>(run, warp, site.arguments[i]);
        if (parameter.by_value_bytes == 0) {
            std::memcpy(frame + parameter.slot, value, kLanes * (parameter.wide ? 8 : 4));
            continue;
        }
        const auto* from = reinterpret_cast<const std::uint64_t*>(value);
        const std::uint64_t to = kLocalBase + local_base + parameter.offset;
        std::fill_n(lanes_at<std::uint64_t>(frame + parameter.slot), kLanes, to);
        const auto* own = lanes_at<std::uint64_t>(frame + parameter.slot);
        if (copy_together(run, warp, own, from, parameter.by_value_bytes) ||
            copy_marked(run, warp, own, from, parameter.by_value_bytes, false))
            continue;
        std::vector<std::byte> bytes(parameter.by_value_bytes);
        bool good = true;
        for_each_lane(warp.mask, [&](int lane) {
            good = good && read_bytes(run, warp, in, lane, from[lane], bytes.data(), bytes.size()) &&
                   write_bytes(run, warp, in, lane, to, bytes.data(), bytes.size());
            if (good) mark_written(run, warp, lane, to, bytes.size(), true);
        });
        if (!good) return false;
    }
    return true;
}

bool call(BlockRun& run, Warp& warp, const Instruction& in, const CallSite& site, std::uint32_t callee_index) {
    const Function& callee = run.program.functions[callee_index];
    std::byte* frame = warp.frame + warp.function->frame_bytes;
    const std::uint32_t local_base = warp.local_base + round_up_16(warp.function->local_bytes);
    const std::size_t local_end = local_base + round_up_16(callee.local_bytes);
    if (static_cast<std::size_t>(frame - warp.registers.get()) + callee.frame_bytes > kRegisterBytes ||
        local_end > kLocalBytesOfThread || warp.calls.size() >= kMostCalls) {
        return raise(run, warp, in, std::countr_zero(warp.mask), FaultKind::stack_overflow,
                     "calls '" + callee.name + "' after " + std::to_string(warp.calls.size()) +
                         " calls that have not returned: the stack is full",
                     "A function that calls itself needs a case that stops it, and a GPU's stack holds few calls.");
    }
    if (local_end * kLanes > warp.local.size()) warp.local.resize(2 * local_end * kLanes);
    if (run.plan.options.trace == TraceLevel::full) {
        warp.local_init.resize(warp.local.size());
        std::fill(warp.local_init.begin() + std::ptrdiff_t{local_base} * kLanes,
                  warp.local_init.begin() + static_cast<std::ptrdiff_t>(local_end) * kLanes, std::uint8_t{0});
    }
    warp.local_top = static_cast<std::uint32_t>(local_end);
    run.counters.note_local_bytes(warp.local_top);
    if (!pass_parameters(run, warp, in, site, callee, frame, local_base)) return false;
    warp.register_top = std::max(warp.register_top, static_cast<std::size_t>(frame - warp.registers.get()) + callee.frame_bytes);
    warp.calls.push_back({warp.function, warp.pc, warp.join, warp.stack.size(), warp.frame, warp.local_base, warp.mask, &site});
    run.make_ranges(run.program, callee);
    warp.function = &callee;
    warp.frame = frame;
    warp.local_base = local_base;
    warp.join = kFunctionEnd;
    warp.pc = 0;
    return true;
}

}  // namespace

bool leads_to_return(const Function& function, std::uint32_t pc) {
    for (int hops = 0; hops < 16 && pc < function.code.size(); ++hops) {
        const Instruction& in = function.code[pc];
        if (in.op == Op::ret) return true;
        if (in.op != Op::branch) return false;
        pc = in.a;
    }
    return false;
}

void resume(Warp& warp) {
    if (resume_in_call(warp, stack_depth(warp))) return;
    if (!warp.calls.empty()) return return_to_caller(warp);  // may resume by itself; then some lane is active or the warp is done
    warp.set_mask(0);
    warp.status = WarpStatus::done;
}

void exit_lanes(Warp& warp, std::uint32_t lanes) {
    warp.lanes &= ~lanes;
    resume(warp);
}

bool enter_call(BlockRun& run, Warp& warp, const Instruction& in) {
    const CallSite& site = warp.function->calls[in.a];
    return call(run, warp, in, site, site.callee);
}

bool raise_pure_call(BlockRun& run, const Warp& warp, const Instruction& in, int lane) {
    return raise(
        run, warp, in, lane, FaultKind::pure_virtual_call, "calls a pure virtual function",
        "The object's class does not define this function; while the constructor of a base class runs, the object is still of "
        "that class.");
}

bool enter_indirect_call(BlockRun& run, Warp& warp, const Instruction& in) {
    const CallSite& site = warp.function->calls[in.a];
    const auto* targets = read_lanes<std::uint64_t>(run, warp, in.b);
    const int first = std::countr_zero(warp.mask);
    const std::uint64_t target = targets[first];
    const std::uint64_t index = (target - kFunctionBase) / kFunctionStride;
    const bool is_function =
        target >= kFunctionBase && (target - kFunctionBase) % kFunctionStride == 0 && index < run.program.functions.size();
    if (is_function && run.program.functions[index].name == "__cxa_pure_virtual") return raise_pure_call(run, warp, in, first);
    if (!is_function || run.program.functions[index].parameters.size() != site.arguments.size()) {
        return raise(run, warp, in, first, target == 0 ? FaultKind::null_pointer : FaultKind::out_of_bounds,
                     "calls through a pointer that is not a function", "The function pointer was never set, or points at data.");
    }
    std::uint32_t same = 0;
    for_each_lane(warp.mask, [&](int lane) { same |= targets[lane] == target ? 1u << lane : 0u; });
    if (same != warp.mask) {  // the others call when these have returned; all meet at the next instruction
        const std::uint32_t next = warp.pc;
        warp.stack.push_back({next, warp.mask, warp.join});
        warp.stack.push_back({next - 1, warp.mask & ~same, next});
        warp.join = next;
        warp.set_mask(same);
    }
    return call(run, warp, in, site, static_cast<std::uint32_t>(index));
}

void leave_call(BlockRun& run, Warp& warp) {
    if (warp.calls.empty()) {
        exit_lanes(warp, warp.mask);
        return;
    }
    const CallFrame& caller = warp.calls.back();
    const Function& callee = *warp.function;
    std::byte* callee_frame = warp.frame;
    for (std::size_t i = 0; i < caller.site->results.size() && i < callee.results.size(); ++i) {
        const auto* value = read_lanes<std::byte>(run, warp, callee.results[i].operand);
        warp.frame = caller.frame;
        copy_result(warp, value, caller.site->results[i]);
        warp.frame = callee_frame;
    }
    resume(warp);  // lanes of this call that wait on the stack first, else the caller
}

namespace {

struct SwitchLanes {
    std::uint32_t pc = 0, lanes = 0;
};

// The targets of the active lanes, in the order of the first lane that goes to each. Most often the lanes have one value or a
// few: each distinct value is looked up once.
template <typename T>
std::size_t find_ways(const BlockRun& run, const Warp& warp, const Instruction& in, std::array<SwitchLanes, kLanes>& ways) {
    const auto& cases = warp.function->switches[static_cast<std::size_t>(in.imm)].cases;
    const T* values = read_lanes<T>(run, warp, in.dst);
    std::size_t count = 0;
    for (std::uint32_t left = warp.mask; left;) {
        const T value = values[std::countr_zero(left)];
        std::uint32_t same = 0;
        for (int lane = 0; lane < kLanes; ++lane) same |= (values[lane] == value ? 1u : 0u) << lane;
        same &= left;
        left &= ~same;
        const auto found = std::ranges::lower_bound(cases, std::uint64_t{value}, {}, [](const auto& c) { return c.first; });
        const std::uint32_t pc = found != cases.end() && found->first == value ? found->second : in.a;
        std::size_t way = 0;
        while (way < count && ways[way].pc != pc) ++way;
        if (way == count) ways[count++] = {pc, 0};
        ways[way].lanes |= same;
    }
    return count;
}

}  // namespace

void take_switch(BlockRun& run, Warp& warp, const Instruction& in) {
    std::array<SwitchLanes, kLanes> ways;
    const std::size_t count =
        in.flags & kWide ? find_ways<std::uint64_t>(run, warp, in, ways) : find_ways<std::uint32_t>(run, warp, in, ways);
    if (count == 1) {
        jump(warp, ways[0].pc);
        return;
    }
    if (run.plan.options.trace != TraceLevel::none) ++run.counters.divergent_branches;
    const std::uint32_t join = in.c;
    if (join != warp.join || join == kNoPc) warp.stack.push_back({join, warp.mask, warp.join});
    for (const SwitchLanes& way : std::span(ways).first(count))
        if (way.pc != join) warp.stack.push_back({way.pc, way.lanes, join});
    resume(warp);
}

bool lane_has_exited(const Warp& warp, int lane) {
    if (!(warp.lanes >> lane & 1)) return true;
    const Elsewhere where = find_lane(warp, lane);
    return where.exited && !where.pending;
}

// Lanes that have exited do not count. A side of a branch that has not run yet runs first: it may exit.
BarrierArrival arrive_at_barrier(BlockRun& run, Warp& warp, const Instruction& in) {
    int missing = -1;
    Elsewhere where;
    for_each_lane(warp.lanes & ~warp.mask, [&](int lane) {
        if (missing >= 0) return;
        const Elsewhere e = find_lane(warp, lane);
        if (e.exited && !e.pending) return;
        missing = lane;
        where = e;
    });
    if (missing >= 0) {
        const bool can_run = where.pending && warp.stack.size() > stack_depth(warp) && !warp.stack.back().at_barrier &&
                             (warp.stack.back().mask >> missing & 1) && warp.stack.back().join == warp.join;
        if (!can_run) {
            raise_divergent_barrier(run, warp, in, missing, where.pc);
            return BarrierArrival::fault;
        }
        const StackEntry other = warp.stack.back();
        warp.stack.back() = {warp.pc - 1, warp.mask, warp.join, true};
        warp.pc = other.pc;
        warp.set_mask(other.mask);
        return BarrierArrival::other_lanes_first;
    }
    wait_at_barrier(run, warp);
    return BarrierArrival::wait;
}

void wait_at_barrier(BlockRun& run, Warp& warp) {
    warp.status = WarpStatus::at_barrier;
    warp.fenced = warp.signals = false;
    if (run.plan.options.trace == TraceLevel::full) {
        warp.global_recent.forget();
        warp.shared_recent.forget();
    }
    ++run.counters.barriers;
}

Then run_elsewhere(BlockRun& run, Warp& warp, const Instruction& in) {
    bool good = true;
    switch (in.op) {
        case Op::barrier:
            switch (arrive_at_barrier(run, warp, in)) {
                case BarrierArrival::wait: return Then::at_barrier;
                case BarrierArrival::fault: return Then::fault;
                case BarrierArrival::other_lanes_first: return Then::next;
            }
            break;
        case Op::tile_barrier:
        case Op::grid_barrier:
        case Op::phase: return run_meeting(run, warp, in);
        case Op::switch_on:
            if (run.plan.options.trace != TraceLevel::none) ++run.counters.branches;
            take_switch(run, warp, in);
            break;
        case Op::ret: leave_call(run, warp); break;
        case Op::call: good = enter_call(run, warp, in); break;
        case Op::call_indirect: good = enter_indirect_call(run, warp, in); break;
        default: good = run_uncommon(run, warp, in); break;
    }
    if (!good) return Then::fault;
    if (warp.status == WarpStatus::done) return Then::done;
    return in.op == Op::sleep ? Then::turn_over : Then::next;
}

}  // namespace warpwise::simt
