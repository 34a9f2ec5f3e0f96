#include "simt/debug/inspect.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "simt/code/disassemble.h"
#include "simt/debug/inspect_internal.h"
#include "simt/execute/execute_ops.h"

namespace warpwise::simt {
namespace {

// What the warp is about to execute; a warp that waits at a barrier stands in front of it.
std::uint32_t pc_of(const Warp& warp) {
    const std::uint32_t pc = warp.status == WarpStatus::at_barrier && warp.pc > 0 ? warp.pc - 1 : warp.pc;
    return std::min(pc, static_cast<std::uint32_t>(warp.function->code.size() - 1));
}

// A call of the machine and what is inlined at its place, the innermost first.
void append_calls(std::vector<Standing>& out, Standing call, std::uint32_t pc) {
    const Function& function = *call.function;
    if (function.line == 0) return;
    call.at = function.locations[pc];
    call.shown.instruction = pc;
    for (;;) {
        const bool inlined = call.at.inlined_at != kNoIndex;
        call.shown.function = inlined ? function.inlined_calls[call.at.inlined_at].function : function.name;
        call.shown.line = static_cast<int>(call.at.line);
        call.shown.column = static_cast<int>(call.at.column);
        call.shown.inlined = inlined;
        out.push_back(call);
        if (!inlined) return;
        const InlinedCall& from = function.inlined_calls[call.at.inlined_at];
        call.at = {from.line, from.column, from.scope, from.inlined_at};
    }
}

std::uint32_t absent_lanes(const BlockRun& run, const Warp& warp) {
    const std::uint32_t first = warp.id * kLanes, threads = run.plan.threads_per_block;
    return threads - first >= kLanes ? 0 : ~((1u << (threads - first)) - 1);
}

// Entries of the stack, the innermost first, with the function to which they belong: that of the call which was the innermost
// when they were pushed.
template <typename F>
void for_each_waiting(const Warp& warp, F&& f) {
    std::size_t depth = warp.calls.size();
    const Function* function = warp.function;
    std::uint32_t join = warp.join;  // of what runs before the entry's lanes go on
    for (std::size_t i = warp.stack.size(); i-- > 0;) {
        while (depth > 0 && i < warp.calls[depth - 1].stack_depth) {
            --depth;
            function = warp.calls[depth].function;
            join = warp.calls[depth].join;
        }
        const StackEntry& entry = warp.stack[i];
        f(entry, *function, depth, entry.pc == join);
        join = entry.join;
    }
}

// Those that have reached the kernel's end and wait for the others there have exited, too.
std::uint32_t exited_lanes(const BlockRun& run, const Warp& warp) {
    std::uint32_t exited = ~warp.lanes, seen = warp.mask;
    for_each_waiting(warp, [&](const StackEntry& entry, const Function& function, std::size_t depth, bool is_join) {
        if (is_join && depth == 0 && leads_to_return(function, entry.pc)) exited |= entry.mask & ~seen;
        seen |= entry.mask;
    });
    return exited & ~absent_lanes(run, warp);
}

void mark_value(DebugValue& now, const DebugValue& before) {
    now.changed = 0;
    for (std::uint32_t left = now.held | now.known; left; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        const bool had_value = (before.held | before.known) >> lane & 1;
        const bool is_whole = now.children.empty() && before.children.empty();
        if (is_whole && (!had_value || now.bits[lane] != before.bits[lane])) now.changed |= 1u << lane;
    }
    for (std::size_t i = 0; i < now.children.size() && i < before.children.size(); ++i) {
        mark_value(now.children[i], before.children[i]);
        now.changed |= now.children[i].changed;
    }
}

}  // namespace

std::vector<Standing> standing_calls(const Warp& warp) {
    std::vector<Standing> out;
    if (warp.status == WarpStatus::done || !warp.function) return out;
    const auto lanes_in_call = [&](std::size_t depth) { return depth == 0 ? warp.lanes : warp.calls[depth - 1].mask & warp.lanes; };
    Standing innermost{.function = warp.function, .frame = warp.frame, .local_base = warp.local_base};
    innermost.lanes = lanes_in_call(warp.calls.size());
    innermost.mask = warp.mask;
    append_calls(out, std::move(innermost), pc_of(warp));
    for (std::size_t i = warp.calls.size(); i-- > 0;) {
        if (i > 0 && out.size() + 1 >= kMostDebugFrames) {  // the kernel's is told always
            out.back().shown.left_out = static_cast<std::uint32_t>(i);
            i = 0;
        }
        const CallFrame& call = warp.calls[i];
        Standing caller{.function = call.function, .frame = call.frame, .local_base = call.local_base};
        caller.lanes = lanes_in_call(i);
        caller.mask = call.mask & warp.lanes;
        append_calls(out, std::move(caller), call.pc > 0 ? call.pc - 1 : 0);
    }
    return out;
}

namespace {

// Has lines of the kernel's text.
bool is_listed(const Function& function) {
    return std::ranges::any_of(function.locations, [](const Location& at) { return at.line > 0; });
}

std::optional<std::uint32_t> place_in_listing(const Bytecode& program, const Function& wanted, std::uint32_t pc) {
    std::size_t before = 0;
    for (const Function& function : program.functions) {
        if (!is_listed(function)) continue;
        if (&function == &wanted)
            return before + pc < kMostDebugInstructions ? std::optional(static_cast<std::uint32_t>(before + pc)) : std::nullopt;
        before += function.code.size();
    }
    return std::nullopt;
}

}  // namespace

std::vector<DebugInstruction> listing_of(const Bytecode& program) {
    std::vector<DebugInstruction> code;
    for (const Function& function : program.functions) {
        if (!is_listed(function)) continue;
        for (std::uint32_t pc = 0; pc < function.code.size() && code.size() < kMostDebugInstructions; ++pc)
            code.push_back(
                {function.name, pc, static_cast<int>(function.locations[pc].line), text_of(program, function, function.code[pc])});
    }
    return code;
}

std::vector<DebugFrame> frames_of(const BlockRun& run, const Warp& warp) {
    std::vector<DebugFrame> frames;
    for (Standing& call : standing_calls(warp)) {
        call.shown.instruction = place_in_listing(run.program, *call.function, call.shown.instruction.value_or(0));
        frames.push_back(std::move(call.shown));
    }
    return frames;
}

std::array<LaneStatus, kDebugLanes> lanes_of(const BlockRun& run, const Warp& warp) {
    const std::uint32_t absent = absent_lanes(run, warp), exited = exited_lanes(run, warp);
    std::uint32_t at_barrier = warp.status == WarpStatus::at_barrier ? warp.mask : 0;
    for (const StackEntry& entry : warp.stack)
        if (entry.at_barrier) at_barrier |= entry.mask & ~warp.mask;
    std::array<LaneStatus, kDebugLanes> status{};
    for (std::size_t lane = 0; lane < status.size(); ++lane) {
        const auto is_in = [&](std::uint32_t lanes) { return (lanes >> lane & 1) != 0; };
        status[lane] = is_in(absent)       ? LaneStatus::absent
                       : is_in(exited)     ? LaneStatus::exited
                       : is_in(at_barrier) ? LaneStatus::at_barrier
                       : is_in(warp.mask)  ? LaneStatus::active
                                           : LaneStatus::waiting;
    }
    return status;
}

std::vector<ReconvergenceLevel> stack_of(const Warp& warp) {
    std::vector<ReconvergenceLevel> levels;
    for_each_waiting(warp, [&](const StackEntry& entry, const Function& function, std::size_t, bool is_join) {
        ReconvergenceLevel level;
        level.mask = entry.mask & warp.lanes;
        level.is_other_side = !is_join;
        if (entry.pc < function.locations.size()) level.line = static_cast<int>(function.locations[entry.pc].line);
        if (level.mask) levels.push_back(level);
    });
    return levels;
}

DebugWarp summary_of(const BlockRun& run, const Warp& warp) {
    DebugWarp out;
    out.activity = warp.status == WarpStatus::done         ? WarpActivity::done
                   : warp.status == WarpStatus::at_barrier ? WarpActivity::at_barrier
                                                           : WarpActivity::ready;
    out.absent = absent_lanes(run, warp);
    out.exited = exited_lanes(run, warp);
    out.steps = warp.steps + warp.steps_of_turn;
    if (const std::vector<Standing> calls = standing_calls(warp); !calls.empty()) {
        out.active = warp.mask;
        out.function = calls.front().shown.function;
        out.line = calls.front().shown.line;
        out.column = calls.front().shown.column;
    }
    return out;
}

namespace {
std::uint32_t depth_of(const std::vector<DebugValue>& values) {
    std::uint32_t deepest = 0;
    for (const DebugValue& value : values) deepest = std::max(deepest, value.frame);
    return deepest;
}
}  // namespace

void mark_changes(std::vector<DebugValue>& now, const std::vector<DebugValue>& before) {
    // A variable of a function that calls itself is there several times: the outermost calls are the same as before.
    using Key = std::tuple<std::string, std::string, std::uint32_t>;
    const auto key_of = [](const DebugValue& value) { return Key{value.name, value.type, value.line}; };
    const std::uint32_t depth = depth_of(now), new_calls = depth - std::min(depth, depth_of(before));
    std::map<Key, std::vector<const DebugValue*>> earlier;
    for (const DebugValue& value : before) earlier[key_of(value)].push_back(&value);
    for (auto value = now.rbegin(); value != now.rend(); ++value) {
        const auto found = earlier.find(key_of(*value));
        if (found == earlier.end() || found->second.empty()) {
            if (!before.empty() && value->frame >= new_calls) value->changed = value->known;  // it has come into scope since
            continue;
        }
        mark_value(*value, *found->second.back());
        found->second.pop_back();
    }
}

}  // namespace warpwise::simt
