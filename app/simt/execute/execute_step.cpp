#include "simt/execute/execute_step.h"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

#include "simt/code/bytecode_facts.h"
#include "simt/execute/atomic_update.h"
#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_ops.h"
#include "simt/memory/race_rows.h"

namespace warpwise::simt {
namespace stepping {
#include "simt/operations/numbers.inc"
//
#include "simt/operations/halves.inc"
//
#include "simt/operations/vectors.inc"
//
#include "simt/execute/execute_loop.inc"
//
#include "simt/execute/execute_loop_banks.inc"
//
#include "simt/execute/execute_loop_memory.inc"
//
#include "simt/execute/execute_loop_halves.inc"
//
#include "simt/execute/execute_loop_atomics.inc"
//
#include "simt/execute/execute_loop_vectors.inc"
//
#include "simt/execute/execute_loop_copies.inc"
//
#include "simt/execute/execute_arithmetic.inc"
//
#include "simt/execute/execute_loop_step.inc"

template <TraceLevel trace>
RunResult run_turn(BlockRun& run, Warp& warp) {
    return Loop<trace>(run, warp).run_turn();
}
}  // namespace stepping

namespace {

void mark(Warp& warp, const std::byte* frame, std::uint32_t slot, std::uint32_t units, std::uint32_t mask) {
    const std::size_t first = (static_cast<std::size_t>(frame - warp.registers.get()) + slot) / kUnitBytes;
    if (warp.written.size() < first + units) warp.written.resize(first + units);
    for (std::size_t i = first; i < first + units; ++i) warp.written[i] |= mask;
}

void forget(Warp& warp, const std::byte* frame, std::uint32_t slot, std::uint32_t units, std::uint32_t mask) {
    const std::size_t first = (static_cast<std::size_t>(frame - warp.registers.get()) + slot) / kUnitBytes;
    for (std::size_t i = first; i < std::min(first + units, warp.written.size()); ++i) warp.written[i] &= ~mask;
}

std::uint32_t units_of(bool wide) { return wide ? 2 : 1; }

void enter_frame(Warp& warp, const BeforeInstruction& before) {
    const Function& callee = *warp.function;
    forget(warp, warp.frame, 0, callee.frame_bytes / kUnitBytes, kAllLanes);
    for (const Parameter& parameter : callee.parameters)
        mark(warp, warp.frame, parameter.slot, units_of(parameter.wide || parameter.by_value_bytes), before.mask);
}

// A variable of a scope that is entered has no value yet, whatever it held the last time.
void enter_scopes(Warp& warp, std::uint32_t from, std::uint32_t to) {
    const Function& function = *warp.function;
    for (const Variable& variable : function.variables) {
        const bool is_entered = scope_holds(function, variable.scope, to) && !scope_holds(function, variable.scope, from);
        if (variable.is_argument || !is_entered) continue;
        if (variable.where == Variable::Where::slot) forget(warp, warp.frame, variable.place, units_of(variable.wide), warp.mask);
        if (variable.where == Variable::Where::pieces)
            for (const Variable::Piece& piece : variable.pieces)
                forget(warp, warp.frame, piece.slot, units_of(piece.bytes == 8), warp.mask);
    }
}

// The rest of a statement behind a call in it.
bool goes_on_after_call(const Warp& warp) {
    if (warp.pc == 0) return false;
    const Op before = warp.function->code[warp.pc - 1].op;
    const Location &call = warp.function->locations[warp.pc - 1], &here = warp.function->locations[warp.pc];
    return (before == Op::call || before == Op::call_indirect) && call.line == here.line && call.inlined_at == here.inlined_at;
}

bool is_same_statement(const Warp& warp) {
    const Location& place = warp.function->locations[warp.pc];
    const Statement& now = warp.statement;
    return place.line == now.line && place.inlined_at == now.inlined_at && warp.calls.size() == now.depth;
}

}  // namespace

bool stands_before_statement(const Warp& warp) {
    const Statement& now = warp.statement;
    if (warp.status != WarpStatus::ready || now.is_checked || !warp.function->statement_starts[warp.pc]) return false;
    if (warp.function->locations[warp.pc].line == 0) return false;
    if (warp.calls.size() < now.depth && goes_on_after_call(warp)) return false;
    return !is_same_statement(warp) || std::ranges::find(now.visited, warp.pc) != now.visited.end();
}

void move_to_statement(Warp& warp, std::uint32_t pc) {
    const Location& place = warp.function->locations[pc];
    Statement& now = warp.statement;
    now.line = place.line;
    now.inlined_at = place.inlined_at;
    now.scope = place.scope;
    now.depth = warp.calls.size();
    now.visited.assign(1, pc);
}

bool begin_statement(Warp& warp) {
    const Location& place = warp.function->locations[warp.pc];
    Statement& now = warp.statement;
    const bool same = is_same_statement(warp);
    if (place.line == 0) return false;
    if (warp.calls.size() < now.depth && goes_on_after_call(warp)) {
        move_to_statement(warp, warp.pc);
        return false;
    }
    if (same && std::ranges::find(now.visited, warp.pc) == now.visited.end()) {
        now.visited.push_back(warp.pc);
        return false;
    }
    if (warp.calls.size() == now.depth && place.scope != now.scope) enter_scopes(warp, now.scope, place.scope);
    move_to_statement(warp, warp.pc);
    ++now.begun;
    now.is_new = true;
    return true;
}

void note_written(Warp& warp, const Instruction& in, const BeforeInstruction& before) {
    if (warp.calls.size() > before.calls) {
        enter_frame(warp, before);
    } else if (warp.calls.size() < before.calls) {
        const Instruction& call = warp.function->code[warp.pc - 1];
        if (call.op != Op::call && call.op != Op::call_indirect) return;
        for (const CallSite::Destination& result : warp.function->calls[call.a].results)
            mark(warp, warp.frame, result.slot, units_of(result.flags & kWide), before.mask);
    } else if (in.op == Op::matrix) {
        for (const CallSite::Destination& result : warp.function->calls[in.a].results)
            mark(warp, before.frame, result.slot, units_of(result.flags & kWide), before.mask);
    } else if (writes_register(in.op)) {
        mark(warp, before.frame, in.dst, units_written(in), before.mask);
    }
}

void count_statement(BlockRun& run, Warp& warp) {
    if (warp.function->statement_starts[warp.pc] && begin_statement(warp)) run.lines->note_visit(warp);
    warp.statement.is_new = false;
}

std::uint64_t useful_bytes_of(const BlockRun& run, const Warp& warp, const Instruction& in) {
    if (!loads_register(in.op) && !writes_memory(in.op)) return 0;
    std::uint64_t bytes = 0;
    for (const Touch& touch : touches_of(in)) {
        const auto* address = read_lanes<std::uint64_t>(run, warp, touch.address);
        std::uint32_t lanes = 0;
        for_each_lane(warp.mask, [&](int lane) { lanes |= space_of(address[lane]) == Space::global ? 1u << lane : 0u; });
        if (lanes != 0) bytes += count_useful_bytes({lanes, address, touch.bytes});
    }
    return bytes;
}

namespace {

// Loads and stores of one register add theirs where they are counted.
std::uint64_t useful_bytes_before(const BlockRun& run, const Warp& warp, const Instruction& in) {
    return is_scalar_load(in.op) || is_scalar_store(in.op) ? 0 : useful_bytes_of(run, warp, in);
}

}  // namespace

void count_line(BlockRun& run, Warp& warp, const Instruction& in) {
    count_statement(run, warp);
    run.lines->note(run.counters, warp, in, useful_bytes_before(run, warp, in));
}

void open_line(BlockRun& run, const Warp& warp, const Instruction& in) {
    run.lines->open(run.counters, warp, in, useful_bytes_before(run, warp, in));
}

RunResult run_warp_stepping(BlockRun& run, Warp& warp) {
    return stepping::Loop<TraceLevel::full>(run, warp).run_steps(*run.stepping);
}

RunWarp run_warp_in_turns(TraceLevel trace) {
    switch (trace) {
        case TraceLevel::none: return stepping::run_turn<TraceLevel::none>;
        case TraceLevel::counters: return stepping::run_turn<TraceLevel::counters>;
        case TraceLevel::full: break;
    }
    return stepping::run_turn<TraceLevel::full>;
}

bool ends_turn(const BlockRun& run, const Warp& warp, const Instruction& in) {
    const BlockOrder order = run.plan.options.order;
    if (order != BlockOrder::by_request) return order == BlockOrder::round_robin;
    if (is_texture(in.op)) return true;
    const auto is_global = [&](Operand address) {
        const auto* lanes = read_lanes<std::uint64_t>(run, warp, address);
        bool found = false;
        for_each_lane(warp.mask, [&](int lane) { found |= space_of(lanes[lane]) == Space::global; });
        return found;
    };
    if (is_block_write(in.op)) return is_global(in.a) || (in.op == Op::copy_memory && is_global(in.b));
    return std::ranges::any_of(touches_of(in), [&](const Touch& touch) { return is_global(touch.address); });
}

}  // namespace warpwise::simt
