#include "ui/debugger/debugger_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/number_text.h"
#include "base/thread_name.h"
#include "experiment/run/emulator_check.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

// "transpose_tiled" of "transpose_tiled<float>(const float *, float *, int)"
std::string without_arguments(const std::string& function) { return function.substr(0, function.find_first_of("<(")); }

std::string where(const DebugState& state) {
    const DebugFrame& frame = state.frames.front();
    return fmt::format("in {} at line {}", without_arguments(frame.function), frame.line);
}

// ", before the read of tile": of the first access to memory that other threads see.
std::string before_what(const DebugState& state) {
    const auto shared = std::ranges::find_if(state.next, [](const DebugAccess& access) {
        return access.space == MemorySpace::global || access.space == MemorySpace::shared;
    });
    if (shared == state.next.end()) return "";
    const std::string array = shared->array.empty() ? fmt::format("{} memory", name_of(shared->space)) : shared->array;
    if (shared->is_atomic) return fmt::format(", before the atomic operation on {}", array);
    return fmt::format(", before the {} {}", shared->is_store ? "write to" : "read of", array);
}

// At watched bytes: the write may have been the last of its line, and the warp be at the next one.
std::string after_the_write(const DebugState& state) {
    if (state.last.empty()) return fmt::format("Paused {}, after a write to a watched element", where(state));
    const DebugAccess& write = state.last.back();
    return fmt::format("Stopped after line {} wrote to {}", write.line,
                       write.array.empty() ? fmt::format("{} memory", name_of(write.space)) : write.array);
}

}  // namespace

std::string stop_sentence(const DebugState& state) {
    const bool others_run =
        std::ranges::any_of(state.warps, [](const DebugWarp& warp) { return warp.activity != WarpActivity::done; });
    const bool tells_itself = (state.reason == StopReason::end && !others_run) || state.reason == StopReason::fault;
    if (state.frames.empty() && !tells_itself) return fmt::format("Warp {} has finished", state.warp);
    switch (state.reason) {
        case StopReason::entry:
        case StopReason::step: return fmt::format("Paused {}{}", where(state), before_what(state));
        case StopReason::breakpoint:
            return fmt::format("Stopped at the breakpoint on line {}{}", state.breakpoint, before_what(state));
        case StopReason::barrier: return fmt::format("Paused {}: every warp has arrived at the barrier", where(state));
        case StopReason::data: return after_the_write(state);
        case StopReason::access: return fmt::format("Paused {}, before the last write to that element", where(state));
        case StopReason::race: return fmt::format("Paused {}, before a data race", where(state));
        case StopReason::start: return fmt::format("Paused {}, at the start of the block", where(state));
        case StopReason::end: return "The block has finished";
        case StopReason::fault:
            return state.fault ? fmt::format("Stopped: {}", fault_title(*state.fault)) : std::string("Stopped at a fault");
        case StopReason::budget: return fmt::format("Paused {}: the block has used up its step budget", where(state));
        case StopReason::cancelled: return fmt::format("Cancelled; paused {}", where(state));
    }
    return "";
}

std::string doing_text(const DebugCommand& command) {
    switch (command.go) {
        case DebugGo::instruction:
        case DebugGo::line:
        case DebugGo::over: return "Stepping";
        case DebugGo::out: return "Stepping out";
        case DebugGo::to_line: return fmt::format("Running to line {}", command.line);
        case DebugGo::to_barrier: return "Running to the barrier";
        case DebugGo::to_end: return "Running to the end of the block";
        case DebugGo::to_breakpoint: return "Running";
        case DebugGo::back_instruction:
        case DebugGo::back_line:
        case DebugGo::back_over: return "Stepping back";
        case DebugGo::back_to_breakpoint: return "Running back";
        case DebugGo::back_to_start: return "Going back to the start";
        case DebugGo::back_to_write: return "Going back to the last write";
        case DebugGo::to_position: return fmt::format("Going to instruction {}", with_separators(command.position));
        case DebugGo::stay: return "Reading the warp";
    }
    return "";
}

std::string position_text(const DebugState& state, const DebugOverview* overview) {
    const std::string at = with_separators(state.position);
    if (overview == nullptr) return "instruction " + at;
    const bool whole = overview->complete || overview->fault.has_value();
    // With the instruction that faults, which never completes: the timeline has a place for it too.
    const std::uint64_t length = std::max(overview->length, state.position) + (faults_in_instruction(*overview) ? 1 : 0);
    return fmt::format("instruction {} of {}{}", at, whole ? "" : "more than ", with_separators(length));
}

std::string block_text(const Dim3& block, const Dim3& grid) {
    if (grid.y <= 1 && grid.z <= 1) return fmt::format("block {}", with_separators(block.x));
    if (grid.z <= 1) return fmt::format("block ({}, {})", block.x, block.y);
    return fmt::format("block ({}, {}, {})", block.x, block.y, block.z);
}

std::string place_text(const DebugState& state, const LaunchShape& shape) {
    std::string lanes;
    if (state.warp < state.warps.size()) {
        const DebugWarp& warp = state.warps[state.warp];
        const int present = kDebugLanes - std::popcount(warp.absent), active = std::popcount(warp.active);
        lanes = warp.activity == WarpActivity::done ? "finished"
                : active == present                 ? fmt::format("all {} lanes active", present)
                                                    : fmt::format("{} of {} lanes active", active, present);
    }
    return fmt::format("{}    warp {} of {}    {}", block_text(state.block, shape.grid), state.warp, warps_of(shape), lanes);
}

bool faults_in_instruction(const DebugOverview& overview) {
    const auto& fault = overview.fault;
    if (!fault || !fault->thread || fault->line <= 0) return false;
    switch (fault->kind) {
        case FaultKind::out_of_bounds:
        case FaultKind::misaligned:
        case FaultKind::null_pointer:
        case FaultKind::host_pointer:
        case FaultKind::division_by_zero:
        case FaultKind::assert_failed:
        case FaultKind::no_return_value:
        case FaultKind::pure_virtual_call:
        case FaultKind::stack_overflow: return true;
        default: return false;
    }
}

std::string race_sentence(const Fault& race) {
    const int other = race.other ? race.other->line : 0;
    if (other <= 0 || other == race.line) return fmt::format("This block has a data race at line {}", race.line);
    return fmt::format("This block has a data race: line {} with line {}", race.line, other);
}

std::string fault_title(const Fault& fault) {
    const std::string what = sentence(words_for(fault.kind));
    return fault.line > 0 ? fmt::format("{} at line {}", what, fault.line) : what;
}

std::uint32_t warps_of(const LaunchShape& shape) { return static_cast<std::uint32_t>(warps_per_block(shape)); }

const char* name_of(Heat heat) {
    switch (heat) {
        case Heat::executions: return "executions";
        case Heat::sectors: return "sectors";
        case Heat::conflicts: return "conflicts";
    }
    return "";
}

}  // namespace warpwise::ui
