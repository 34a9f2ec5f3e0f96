// The words for data races.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <mutex>

#include "simt/code/bytecode_facts.h"
#include "simt/execute/execute_fault.h"

namespace warpwise::simt {
namespace {

// Two writes by one line: either the index is wrong, or the element is meant for several threads.
std::string two_writers(const Fault& fault, const FaultPlace& other) {
    const bool is_known = fault.thread && fault.block && other.thread && other.block;
    const std::string both = is_known ? fmt::format("thread {} of block {} and thread {} of block {}", index_text(*fault.thread),
                                                    index_text(*fault.block), index_text(*other.thread), index_text(*other.block))
                                      : std::string("both threads");
    return fmt::format(
        "Both threads write this element in the same line. If each should have an element of its own, its index is wrong: print it "
        "for {}, and see where the two become equal. If they are to share the element, use an atomic.",
        both);
}

// A barrier is for two steps of one block. `several_blocks`: it does not order these.
std::string way_out(std::string_view barrier, int line, int other_line, bool several_blocks) {
    const std::string_view others = several_blocks ? " (A barrier does not order threads of different blocks.)" : "";
    if (line == other_line)
        return fmt::format("If several threads update one element, use an atomic; otherwise, put a {} between the two accesses.{}",
                           barrier, others);
    return fmt::format("Put a {} between lines {} and {}, or use atomics.{}", barrier, std::min(line, other_line),
                       std::max(line, other_line), others);
}

std::string other_party(const Race& race, const FaultPlace& place, bool same_block) {
    if (!race.thread_is_known) return "another lane";
    if (race.in_warp) return fmt::format("lane {} (thread {})", race.thread % kLanes, index_text(*place.thread));
    if (same_block) return fmt::format("thread {}", index_text(*place.thread));
    return fmt::format("thread {} of block {}", index_text(*place.thread), index_text(*place.block));
}

// The launch's mutex is held.
std::uint32_t block_of_interval(const LaunchProgress& launch, std::uint32_t interval) {
    const auto& starts = launch.intervals[interval >> kIntervalBits];
    const auto after = std::ranges::upper_bound(starts, interval, {}, &LaunchProgress::BlockStart::interval);
    return after == starts.begin() ? 0 : std::prev(after)->block;
}

// The launch's mutex is held.
void keep_race(BlockRun& run, Fault fault, bool in_warp) {
    LaunchProgress& launch = run.launch;
    const std::uint64_t rank = 2 * run.position + (in_warp ? 1 : 0);
    if (rank >= launch.race_rank.load()) return;
    launch.race_rank = rank;
    launch.race = std::move(fault);
}

// The launch's mutex is held.
void keep_equal_race(BlockRun& run, Fault fault) {
    LaunchProgress& launch = run.launch;
    if (run.position >= launch.equal_race_position) return;
    launch.equal_race_position = run.position;
    fault.message += ", and both write the same value";
    fault.hint =
        "Whichever store is last, the value is the same: today's GPUs give this result, though C++ calls it a race. An atomic, or "
        "a "
        "write by one thread, says what is meant.";
    launch.equal_race = std::move(fault);
}

bool uses_atomics(const Bytecode& program) {
    return std::ranges::any_of(program.functions, [](const Function& function) {
        return std::ranges::any_of(function.code, [](const Instruction& in) { return is_atomic(in.op); });
    });
}

}  // namespace

void note_race(BlockRun& run, const Warp& warp, const Instruction& in, std::uint64_t address, bool is_store, const Race& race) {
    if (race.in_warp && run.launch.race_rank.load() <= 2 * run.position + 1) return;
    if (race.leaves_value && run.plan.options.goes_on_as_gpu) {  // there may be very many
        const std::lock_guard lock(run.launch.mutex);
        if (run.position >= run.launch.equal_race_position) return;
    }
    Fault fault = fault_at(run, warp, location_of(warp, in), race.lane);
    fault.kind = FaultKind::data_race;
    fault.address = plain_address(address);
    set_element(fault, run, warp, address);
    const std::lock_guard lock(run.launch.mutex);
    const std::uint32_t earlier_block = block_of_interval(run.launch, race.interval);
    const TextPlace earlier = place_of(run.program, race.line);
    FaultPlace other{std::string(earlier.file), earlier.line, run.plan.block_index(earlier_block), std::nullopt};
    if (race.thread_is_known) other.thread = run.plan.thread_index(race.thread);
    const bool same_block = earlier_block == run.block;
    const std::string what = fmt::format("{} {} element {} of '{}' (line {})", who(fault), is_store ? "writes" : "reads",
                                         fault.index.value_or(0), fault.array, fault.line);
    const std::string others = other_party(race, other, same_block);
    const std::string_view did = race.is_store ? "written" : "read";
    const bool both_write_here = is_store && race.is_store && other.line == fault.line;
    const bool several_blocks = run.plan.shape.grid.count() > 1 && space_of(address) == Space::global;
    if (race.in_warp) {
        fault.message = fmt::format("{}, which {} of its warp has {} (line {}), and nothing synchronizes the two lanes", what,
                                    others, did, other.line);
        fault.hint = "The lanes of a warp need not run in lockstep on a GPU, so either access can come first. " +
                     way_out("__syncwarp() (or a __syncthreads(), if threads of other warps take part)", fault.line, other.line,
                             several_blocks);
    } else if (same_block) {
        fault.message = fmt::format("{}, which {} has {} (line {}), with no barrier in between", what, others, did, other.line);
        fault.hint = "The warps of a block run in any order, so either access can come first. " +
                     way_out("__syncthreads(), which all threads reach,", fault.line, other.line, several_blocks);
    } else {
        fault.message =
            fmt::format("{}, which {} has {} (line {}), and nothing orders the two blocks", what, others, did, other.line);
        fault.hint =
            "Blocks run in any order, and at the same time. Give each block its own elements, use an atomic, or put the second "
            "step into a kernel of its own.";
        if (uses_atomics(run.program))
            fault.hint +=
                " If an atomic counter or flag tells a block that others have written, call __threadfence() between the writes "
                "and the atomic.";
    }
    if (both_write_here) fault.hint = two_writers(fault, other);
    fault.other = std::move(other);
    if (race.leaves_value && run.plan.options.goes_on_as_gpu) {
        keep_equal_race(run, std::move(fault));
    } else {
        keep_race(run, std::move(fault), race.in_warp);
    }
}

void note_clash_of(BlockRun& run, const Warp& warp, const Instruction& in, int lane, int other, std::uint64_t address) {
    Fault fault = fault_at(run, warp, location_of(warp, in), lane);
    fault.kind = FaultKind::data_race;
    fault.address = plain_address(address);
    set_element(fault, run, warp, address);
    if (std::ranges::binary_search(run.program.lines_of_intended_races, static_cast<std::uint32_t>(fault.line))) return;
    const Dim3 other_thread = run.plan.thread_index(run.linear_thread(warp, other));
    fault.other = FaultPlace{fault.file, fault.line, fault.block, other_thread};
    fault.message =
        fmt::format("{} writes element {} of '{}' (line {}), and thread {} writes a different value there in the same instruction",
                    who(fault), fault.index.value_or(0), fault.array, fault.line, index_text(other_thread));
    fault.hint =
        "Either value may remain. If each thread should have an element of its own, its index is wrong; otherwise let one thread "
        "write, or use an atomic.";
    const std::lock_guard lock(run.launch.mutex);
    keep_race(run, std::move(fault), false);
}

}  // namespace warpwise::simt
