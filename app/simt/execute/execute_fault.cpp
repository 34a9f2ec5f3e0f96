#include "simt/execute/execute_fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <mutex>
#include <thread>
#include <utility>

#include "simt/code/bytecode_facts.h"
#include "simt/execute/execute_pass_over.h"

namespace warpwise::simt {
namespace {

constexpr std::uint64_t kNullBytes = std::uint64_t{64} << 10;  // an offset from a null pointer

// Which bytes of an access that begins inside an array are not: the element that is named is there.
std::string part_outside(const Object& object, std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t offset = address - object.base, outside = offset + bytes - object.size;
    return fmt::format(
        "This one access is {} bytes wide and begins at byte {}; '{}' has {} bytes, so the last {} of the access {} past its end. "
        "Test the last element that it needs, or access what is left one element at a time.",
        bytes, offset, object.name, object.size, outside == 1 ? "byte" : fmt::format("{} bytes", outside),
        outside == 1 ? "is" : "are");
}

// Why an index lies past the end: too many threads, or a number that is not the thread's own.
std::string past_the_end(const BlockRun& run, const Fault& fault, Space space, std::int64_t index, std::uint64_t length) {
    constexpr const char* computed =
        "A loop or a calculation made this index: check where the loop ends, and guard an offset such as i + 1.";
    const LaunchShape& shape = run.plan.shape;
    const Dim3 &block = *fault.block, &thread = *fault.thread;
    const std::uint64_t in_block = thread.x + std::uint64_t{shape.block.x} * (thread.y + std::uint64_t{shape.block.y} * thread.z);
    if (space == Space::shared && static_cast<std::uint64_t>(index) == in_block)
        return "The block has more threads than this array has elements: declare it as large as the block, or guard the access.";
    if (space != Space::global) return computed;
    const bool is_row = shape.grid.y * shape.grid.z == 1 && shape.block.y * shape.block.z == 1;
    const std::uint64_t number = block.x * std::uint64_t{shape.block.x} + thread.x;
    // The guard of a row of threads would not stop a thread whose own number is a valid index.
    if (is_row ? number < length : shape.grid.count() * shape.block.count() <= length) return computed;
    return "The last block often has more threads than there are elements left: guard the access with 'if (i < n)'.";
}

void out_of_bounds(const BlockRun& run, Fault& fault, Object object, std::uint64_t address, std::uint64_t bytes,
                   std::string_view verb) {
    if (object.element_bytes == 0) object.element_bytes = bytes;
    const std::uint64_t length = object.size / object.element_bytes;
    const std::int64_t index = index_in(object, address), last = index_in(object, address + std::max<std::uint64_t>(bytes, 1) - 1);
    fault.kind = FaultKind::out_of_bounds;
    fault.array = std::string(object.name);
    fault.index = index;
    const std::string_view of_space = object.space == Space::shared  ? "shared array "
                                      : object.space == Space::local ? "local array "
                                                                     : "";
    fault.message = fmt::format("{} {} {} of {}'{}', which has {} element{}{} (address {:#x})", who(fault), verb,
                                last == index ? fmt::format("element {}", index) : fmt::format("elements {} to {}", index, last),
                                of_space, object.name, length, length == 1 ? "" : "s",
                                length ? fmt::format(", 0 to {}", length - 1) : std::string(), plain_address(address));
    constexpr std::int64_t wrap = std::int64_t{1} << 32;
    if (index >= wrap / 2 && index < wrap && length < static_cast<std::uint64_t>(wrap / 2)) {
        fault.hint = fmt::format(
            "As an unsigned 32-bit number, {} is {}: a subtraction of unsigned numbers probably went below 0 and wrapped around. "
            "Compare before you subtract, or use int.",
            index, index - wrap);
    } else if (is_far(index)) {
        fault.hint = "No index is that large: it was never set, overflowed, or was computed from garbage.";
    } else if (index < 0) {
        fault.hint =
            "The index is negative: guard the access so that a thread at the edge does not read or write before the array.";
    } else if (object.space == Space::shared && length == 0) {
        fault.hint = "The launch gives this kernel no dynamic shared memory: set the number of bytes it needs.";
    } else if (object.size > address - object.base) {
        fault.hint = part_outside(object, address, bytes);
    } else {
        fault.hint = past_the_end(run, fault, object.space, index, length);
    }
}

// What an access of some bytes must be a multiple of: a copy is made of smaller accesses.
std::uint64_t alignment_of(const Instruction& in, std::uint64_t bytes) {
    switch (in.op) {
        case Op::copy_memory:
        case Op::set_memory: return std::max<std::uint64_t>(in.aux, 1);
        case Op::call:
        case Op::call_indirect:
        case Op::print: return 1;
        default: return std::has_single_bit(bytes) ? bytes : 1;
    }
}

void misaligned(const BlockRun& run, const Warp& warp, Fault& fault, std::uint64_t address, std::uint64_t alignment,
                std::string_view verb) {
    fault.kind = FaultKind::misaligned;
    set_element(fault, run, warp, address);
    const std::string of_array = fault.index ? fmt::format(" of '{}'", fault.array) : std::string();
    fault.message = fmt::format("{} {} {} bytes{} at address {:#x}, which is not a multiple of {}", who(fault), verb, alignment,
                                of_array, plain_address(address), alignment);
    fault.hint = "A GPU reads and writes a type only at multiples of its size: check casts to wider types and odd offsets.";
}

void points_nowhere(const BlockRun& run, Fault& fault, std::uint64_t address, std::string_view verb) {
    fault.kind = FaultKind::out_of_bounds;
    if (const std::string gone = local_of_ended_call(run, address); !gone.empty()) {
        fault.message =
            fmt::format("{} {} {}, but that call has returned (address {:#x})", who(fault), verb, gone, plain_address(address));
        fault.hint = "A local variable lives only as long as its function's call: return the value, not its address.";
    } else if (address >> 40 >= 0x10 && address < kVariableBase) {
        fault.kind = FaultKind::host_pointer;
        fault.message = fmt::format("{} {} address {:#x}, which looks like a host pointer", who(fault), verb, address);
        fault.hint = "A kernel can use only device memory: copy the data to the device and pass that pointer.";
    } else {
        fault.message = fmt::format("{} {} address {:#x}, which points to no array", who(fault), verb, plain_address(address));
        fault.hint = "The pointer was never set, was overwritten, or was computed from garbage: check where its value comes from.";
    }
}

// Ends the launch in the fault, unless a GPU passes over it.
bool end_or_go_on(BlockRun& run, const Instruction& in, Fault fault, bool passes = true) {
    if (passes && run.plan.options.goes_on_as_gpu) return pass_over(run, in, std::move(fault));
    run.fault = std::move(fault);
    return false;
}

// Many blocks have ended, and this one has taken about as long as they have: the launch is long, not endless. So many of them that
// blocks without an end, one on each host thread, would stand out.
bool has_ordinary_length(const BlockRun& run) {
    constexpr std::uint64_t ended_per_thread = 8, most_times_as_long = 4;
    const int asked = run.plan.options.threads;
    const std::uint64_t threads = asked > 0 ? static_cast<std::uint64_t>(asked) : std::max(1u, std::thread::hardware_concurrency());
    const std::uint64_t ended = run.launch.finished_blocks.load(std::memory_order_relaxed);
    return ended >= ended_per_thread * threads && run.block_steps <= most_times_as_long * (steps_so_far(run) / ended);
}

bool raise_too_long(BlockRun& run, const Warp& warp, std::string_view budget) {
    if (run.fault) return false;
    const std::size_t pc = std::min<std::size_t>(warp.pc, warp.function->locations.size() - 1);
    Fault fault = fault_at(run, warp, warp.function->locations[pc], warp.mask ? std::countr_zero(warp.mask) : 0);
    fault.kind = FaultKind::step_budget;
    fault.message = fmt::format("the launch is too long for the emulator: it had used up {} when {} of its {} blocks had ended",
                                budget, with_separators(run.launch.finished_blocks.load(std::memory_order_relaxed)),
                                with_separators(run.plan.shape.grid.count()));
    fault.hint =
        "This block has taken about as long as those that ended, so nothing suggests that it never ends. Choose smaller "
        "sizes, or run it on a GPU.";
    run.fault = std::move(fault);
    return false;
}

bool raise_no_end(BlockRun& run, const Warp& warp, std::string_view why) {
    if (run.fault) return false;
    const std::size_t pc = std::min<std::size_t>(warp.pc, warp.function->locations.size() - 1);
    Fault fault = fault_at(run, warp, warp.function->locations[pc], warp.mask ? std::countr_zero(warp.mask) : 0);
    fault.kind = FaultKind::step_budget;
    fault.message = fmt::format("the kernel does not end: {}; {} is still at line {}", why, who(fault), fault.line);
    const bool locks = std::ranges::any_of(warp.function->code, [](const Instruction& in) {
        return in.op == Op::compare_and_swap || (in.op == Op::atomic && in.aux == static_cast<std::uint8_t>(AtomicOp::exchange));
    });
    fault.hint =
        locks && warp.mask != warp.lanes
            ? "This looks like a spin lock between lanes of one warp: the lane that holds the lock waits where the warp "
              "reconverges, for lanes that wait for the lock. Let each lane do its work and release the lock inside the loop."
            : "Look at the loop's condition: something must change it. A loop that waits for another thread needs that thread "
              "to be able to run.";
    run.fault = std::move(fault);
    return false;
}

}  // namespace

void set_element(Fault& fault, const BlockRun& run, const Warp& warp, std::uint64_t address, std::uint64_t bytes) {
    const auto object = find_object(run, warp, address, bytes);
    if (!object) return;
    fault.array = std::string(object->name);
    fault.index = index_in(*object, address);
}

std::string index_text(Dim3 d) { return fmt::format("({}, {}, {})", d.x, d.y, d.z); }

Fault fault_at(BlockRun& run, const Warp& warp, const Location& location, int lane) {
    Fault fault;
    const TextPlace place = place_of(run.program, location.line);
    fault.file = place.file;
    fault.line = place.line;
    fault.column = static_cast<int>(location.column);
    fault.block = run.plan.block_index(run.block);
    fault.thread = run.plan.thread_index(run.linear_thread(warp, lane));
    return fault;
}

std::string who(const Fault& fault) {
    return fmt::format("thread {} of block {}", index_text(*fault.thread), index_text(*fault.block));
}

std::uint32_t pc_of(const Warp& warp, const Instruction& instruction) {
    return static_cast<std::uint32_t>(&instruction - warp.function->code.data());
}

Location location_of(const Warp& warp, const Instruction& instruction) {
    return warp.function->locations[pc_of(warp, instruction)];
}

bool raise(BlockRun& run, const Warp& warp, const Instruction& in, int lane, FaultKind kind, std::string message,
           std::string hint) {
    if (run.fault) return false;
    Fault fault = fault_at(run, warp, location_of(warp, in), lane);
    fault.kind = kind;
    fault.message = fmt::format("{} {}", who(fault), message);
    fault.hint = std::move(hint);
    run.fault = std::move(fault);
    return false;
}

bool raise_or_go_on(BlockRun& run, const Warp& warp, const Instruction& in, int lane, FaultKind kind, std::string message,
                    std::string hint) {
    if (run.fault) return false;
    raise(run, warp, in, lane, kind, std::move(message), std::move(hint));
    return end_or_go_on(run, in, *std::exchange(run.fault, std::nullopt));
}

void warn(BlockRun& run, const Warp& warp, const Instruction& in, int lane, std::string message, std::string hint) {
    if (std::ranges::find(run.warnings, &in, &Warning::instruction) != run.warnings.end()) return;
    const Fault place = fault_at(run, warp, location_of(warp, in), lane);
    run.warnings.push_back({&in, run.position,
                            Diagnostic{.file = place.file,
                                       .line = place.line,
                                       .column = place.column,
                                       .severity = Severity::warning,
                                       .message = fmt::format("{} {}", who(place), message),
                                       .hint = std::move(hint)}});
}

bool raise_access(BlockRun& run, const Warp& warp, const Instruction& in, int lane, std::uint64_t address, std::uint64_t bytes,
                  bool is_store) {
    if (run.fault) return false;
    const std::uint64_t alignment = alignment_of(in, bytes);
    const bool is_mapped =
        run.plan.options.goes_on_as_gpu && address % alignment == 0 && reaches_mapped(run, address, bytes, is_store);
    if (is_mapped && is_passed_over(run, in)) return true;
    Fault fault = fault_at(run, warp, location_of(warp, in), lane);
    fault.address = plain_address(address);
    const std::string_view verb = is_store ? "writes" : "reads";
    const Operand operand = in.op == Op::copy_memory && !is_store ? in.b : in.a;
    const auto origin = pointer_behind(warp.function->code, pc_of(warp, in), operand);
    const auto pointer = origin ? std::optional(read_lanes<std::uint64_t>(run, warp, *origin)[lane]) : std::nullopt;
    if (address < kNullBytes || (pointer && *pointer < kNullBytes)) {
        fault.kind = FaultKind::null_pointer;
        fault.message = fmt::format("{} {} through a null pointer (address {:#x})", who(fault), verb, address);
        fault.hint =
            "A pointer was never given an address: check the kernel's arguments, and what malloc or new returned (null when the "
            "heap is full).";
    } else if (address % alignment != 0) {
        misaligned(run, warp, fault, address, alignment, verb);
    } else if (const auto holder = find_object(run, warp, address, bytes); holder && holder->space == Space::constant && is_store) {
        fault.kind = FaultKind::out_of_bounds;
        fault.array = std::string(holder->name);
        fault.message = fmt::format("{} writes '{}', which lies in constant memory (address {:#x})", who(fault), holder->name,
                                    plain_address(address));
        fault.hint = "A kernel can only read __constant__ data. The host writes it, with cudaMemcpyToSymbol.";
    } else {
        std::optional<Object> meant = pointer ? find_object(run, warp, *pointer, 1) : std::nullopt;
        const bool pointer_is_good = meant.has_value();
        if (!meant) meant = object_near(run, warp, pointer ? *pointer : address);
        if (meant && (pointer_is_good || meant->space != Space::global || !is_far(index_in(*meant, address)))) {
            out_of_bounds(run, fault, *meant, address, bytes, verb);
        } else {
            points_nowhere(run, fault, address, verb);
        }
    }
    const bool passes = is_mapped && fault.kind == FaultKind::out_of_bounds;
    return end_or_go_on(run, in, std::move(fault), passes);
}

// A start that lies in no object is left to the access itself, which tells what is wrong with the pointer.
bool check_member(BlockRun& run, const Warp& warp, const Instruction& in) {
    const MemberArray& member = run.program.member_arrays[static_cast<std::size_t>(in.imm)];
    const auto *address = read_lanes<std::uint64_t>(run, warp, in.a), *start = read_lanes<std::uint64_t>(run, warp, in.b);
    int lane = -1;
    for_each_lane(warp.mask, [&](int each) {
        if (lane < 0 && address[each] - start[each] > member.bytes - in.c) lane = each;
    });
    if (lane < 0 || is_passed_over(run, in)) return true;
    const auto object = find_object(run, warp, start[lane], member.bytes);
    if (!object) return true;
    std::string name(object->name);
    if (object->element_bytes == member.structure_bytes && object->size > member.structure_bytes)
        name += fmt::format("[{}]", (start[lane] - object->base) / member.structure_bytes);
    name += member.name.empty() ? " (a member)" : "." + member.name;
    Fault fault = fault_at(run, warp, location_of(warp, in), lane);
    fault.address = plain_address(address[lane]);
    Object array{
        .space = object->space, .base = start[lane], .size = member.bytes, .name = name, .element_bytes = member.element_bytes};
    out_of_bounds(run, fault, array, address[lane], in.c, in.aux != 0 ? "writes" : "reads");
    if (object->holds(address[lane], in.c))
        fault.hint = "The index leaves this member and lands in another part of the same object, which a GPU does not notice.";
    return end_or_go_on(run, in, std::move(fault));
}

Fault uninitialized_read(BlockRun& run, const Warp& warp, const Instruction& in, int lane, std::uint64_t address,
                         std::uint64_t bytes) {
    Fault fault = fault_at(run, warp, location_of(warp, in), lane);
    fault.kind = FaultKind::uninitialized_read;
    fault.address = plain_address(address);
    set_element(fault, run, warp, address, bytes);
    const auto object = find_object(run, warp, address, bytes);
    const bool is_one = object && object->size <= object->element_bytes;
    const std::string what = !fault.index ? "memory"
                             : !is_one    ? fmt::format("element {} of '{}'", *fault.index, fault.array)
                                          : fmt::format("{}'{}'", bytes < object->size ? "a part of " : "", fault.array);
    const bool is_shared = space_of(address) == Space::shared;
    fault.message = fmt::format("{} reads {}, which {}", who(fault), what, is_shared ? "no thread has written" : "it has not set");
    fault.hint = is_shared ? "Shared memory holds garbage when a block starts: write every element before it is read, with a "
                             "__syncthreads() in between."
                           : "A local variable holds garbage until it is set: give it a value where it is declared.";
    return fault;
}

bool raise_uninitialized(BlockRun& run, const Warp& warp, const Instruction& in, int lane, std::uint64_t address,
                         std::uint64_t bytes) {
    return !run.fault && end_or_go_on(run, in, uninitialized_read(run, warp, in, lane, address, bytes));
}

bool raise_budget(BlockRun& run, const Warp& warp, std::string_view budget) {
    if (has_ordinary_length(run)) return raise_too_long(run, warp, budget);
    return raise_no_end(run, warp, fmt::format("it has used up {}", budget));
}

bool raise_endless(BlockRun& run, const Warp& warp, std::uint64_t length) {
    return raise_no_end(
        run, warp,
        fmt::format(
            "after every {} warp instruction{} its block is exactly where it was before, with the same values in everything "
            "that its loop depends on",
            length, length == 1 ? "" : "s"));
}

bool raise_divergent_barrier(BlockRun& run, const Warp& warp, const Instruction& in, int other_lane, std::uint32_t other_pc) {
    if (run.fault) return false;
    Fault fault = fault_at(run, warp, location_of(warp, in), std::countr_zero(warp.mask));
    fault.kind = FaultKind::barrier_divergence;
    const auto& locations = warp.function->locations;
    const TextPlace other = place_of(run.program, other_pc < locations.size() ? locations[other_pc].line : 0);
    const Dim3 other_thread = run.plan.thread_index(run.linear_thread(warp, other_lane));
    fault.other = FaultPlace{std::string(other.file), other.line, fault.block, other_thread};
    fault.message =
        fmt::format("{} waits at a barrier (line {}) that thread {} of its warp does not reach: that thread is at line {}",
                    who(fault), fault.line, index_text(other_thread), other.line);
    fault.hint = in.op == Op::barrier ? "Every thread of a block must reach the same __syncthreads(): move it out of the 'if' or "
                                        "the loop whose condition differs."
                                      : "All threads of the group must call the same synchronization: move it out of the 'if' or "
                                        "the loop whose condition differs.";
    run.fault = std::move(fault);
    return false;
}

bool raise_other_barrier(BlockRun& run, const Warp& first, const Warp& second) {
    if (run.fault) return false;
    const Instruction& in = first.function->code[first.pc - 1];
    if (is_passed_over(run, in)) return true;
    const auto place = [](const Warp& warp) { return warp.function->locations[warp.pc - 1]; };
    Fault fault = fault_at(run, first, place(first), std::countr_zero(first.mask));
    fault.kind = FaultKind::barrier_divergence;
    const Dim3 other_thread = run.plan.thread_index(run.linear_thread(second, std::countr_zero(second.mask)));
    const TextPlace other = place_of(run.program, place(second).line);
    fault.other = FaultPlace{std::string(other.file), other.line, fault.block, other_thread};
    fault.message = fmt::format("{} waits at the barrier in line {} while thread {} waits at a different one, in line {}",
                                who(fault), fault.line, index_text(other_thread), fault.other->line);
    fault.hint =
        "All threads of a block must meet at the same __syncthreads(). A GPU counts the warps that wait at any of them, so it "
        "goes on, and warps are then in different parts of the kernel.";
    return end_or_go_on(run, in, std::move(fault));
}

void note_passed_barrier(BlockRun& run, const Warp& waiting) {
    const std::uint64_t threads = run.plan.shape.block.count();
    std::uint64_t ended = 0;
    std::optional<std::uint32_t> first;
    for (std::uint32_t i = 0; i < run.warp_count; ++i) {
        const Warp& warp = run.warps[i];
        const std::uint64_t rest = threads - std::uint64_t{i} * kLanes;
        const std::uint32_t here = rest >= kLanes ? kAllLanes : (1U << rest) - 1;
        const std::uint32_t left = here & ~(warp.status == WarpStatus::done ? 0U : warp.mask);
        if (left != 0 && !first) first = run.linear_thread(warp, std::countr_zero(left));
        ended += static_cast<std::uint64_t>(std::popcount(left));
    }
    if (!first) return;
    const std::lock_guard lock(run.launch.mutex);
    if (run.position >= run.launch.passed_barrier_position) return;
    run.launch.passed_barrier_position = run.position;
    Fault fault = fault_at(run, waiting, waiting.function->locations[waiting.pc - 1], std::countr_zero(waiting.mask));
    fault.kind = FaultKind::barrier_divergence;
    fault.message = fmt::format(
        "{} waits at a barrier that {} of the {} threads of its block never {}: {}", who(fault), ended, threads,
        ended == 1 ? "reaches" : "reach",
        ended == 1 ? fmt::format("thread {} has exited", index_text(run.plan.thread_index(*first)))
                   : fmt::format("they have exited, the first of them thread {}", index_text(run.plan.thread_index(*first))));
    fault.hint =
        "A GPU does not wait for threads that have exited, so this kernel goes on. It could hang if those threads left the 'if' or "
        "the "
        "loop and went on instead. Keep only the work inside it, and put the barrier where all threads of the block reach it.";
    run.launch.passed_barrier = std::move(fault);
}

}  // namespace warpwise::simt
