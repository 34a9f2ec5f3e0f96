#include "simt/execute_fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>

namespace warpwise::simt {
namespace {

constexpr std::uint64_t near_bytes = std::uint64_t{1} << 40;  // a wrong offset stays this close to its space
constexpr std::uint64_t space_bytes = kMostWindows * kWindowBytes;
constexpr std::uint64_t null_bytes = std::uint64_t{64} << 10;  // an offset from a null pointer

std::string text_of(Dim3 d) { return fmt::format("({}, {}, {})", d.x, d.y, d.z); }

struct Area {
    Space space;
    Symbol::Space symbols;
    std::uint64_t base, size;
    std::byte* host;
};

std::optional<Area> area_of(const BlockRun& run, Space space) {
    const LaunchPlan& plan = run.plan;
    switch (space) {
        case Space::shared: return Area{space, Symbol::Space::shared, kSharedBase, plan.shared_bytes, run.shared};
        case Space::constant:
            return Area{space, Symbol::Space::constant, kConstantBase, run.program.constant_image.size(), plan.constant_bytes};
        case Space::global: {
            const std::uint64_t size = run.program.global_image.size();
            return Area{space, Symbol::Space::global, kGlobalBase, size, size ? plan.memory.host(kGlobalBase, size) : nullptr};
        }
        default: return std::nullopt;
    }
}

// The window of its space that an address lies in or, before a window's start, was computed for.
std::uint64_t window_of(std::uint64_t space_base, std::uint64_t address) {
    return address < space_base ? 0 : (address - space_base + kWindowBytes / 2) / kWindowBytes;
}

// Where an object of a window begins, seen from an address: window 0 sees all of them by their plain offsets.
std::uint64_t base_seen_from(std::uint64_t address, std::uint64_t space_base, std::uint32_t window, std::uint64_t offset) {
    return space_base + (window_of(space_base, address) ? window * kWindowBytes : 0) + offset;
}

// A variable with a fixed place, seen from an address of its area.
Object object_of(const BlockRun& run, const Area& area, const Symbol& symbol, std::uint64_t address) {
    const bool dynamic = symbol.space == Symbol::Space::dynamic_shared;
    const std::uint64_t size = dynamic ? run.plan.shared_bytes - symbol.offset : symbol.bytes;
    return {area.space,  base_seen_from(address, area.base, symbol.window, symbol.offset),
            size,        area.host ? area.host + symbol.offset : nullptr,
            symbol.name, element_bytes_of(run.program, symbol.type),
            no_argument, symbol.type};
}

bool in_area(const Area& area, const Symbol& symbol) {
    if (area.space == Space::global && symbol.window) return false;  // an allocation of its own
    return symbol.space == area.symbols || (area.space == Space::shared && symbol.space == Symbol::Space::dynamic_shared);
}

// How far an address lies outside an object.
std::uint64_t distance(const Object& object, std::uint64_t address) {
    if (address < object.base) return object.base - address;
    return address - object.base < object.size ? 0 : address - object.base - object.size + 1;
}

std::optional<Object> nearest_symbol(const BlockRun& run, const Area& area, std::uint64_t address) {
    std::optional<Object> best;
    for (const Symbol& symbol : run.program.symbols) {
        if (!in_area(area, symbol)) continue;
        Object object = object_of(run, area, symbol, address);
        if (!best || distance(object, address) < distance(*best, address)) best = std::move(object);
    }
    return best;
}

Object object_of(const BlockRun& run, const LocalObject& local, std::uint32_t base, std::uint64_t address) {
    return {Space::local, base_seen_from(address, kLocalBase, local.window, base + local.offset),
            local.bytes,  nullptr,
            local.name,   element_bytes_of(run.program, local.type),
            no_argument,  local.type};
}

// The functions of all calls that have not returned, the innermost first, and where their local memory begins.
template <typename F>
void for_each_call(const Warp& warp, F&& f) {
    f(*warp.function, warp.local_base);
    for (const CallFrame& call : warp.calls) f(*call.function, call.local_base);
}

// Local objects of all calls that have not returned, seen from an address.
template <typename F>
void for_each_local_object(const BlockRun& run, const Warp& warp, std::uint64_t address, F&& f) {
    for_each_call(warp, [&](const Function& function, std::uint32_t base) {
        for (const LocalObject& local : function.locals) f(object_of(run, local, base, address));
    });
}

// A function may have thousands of them (each call of printf has a buffer of its own), so this looks up the one before.
std::optional<Object> find_local(const BlockRun& run, const Warp& warp, std::uint64_t address, std::uint64_t bytes) {
    std::optional<Object> found;
    for_each_call(warp, [&](const Function& function, std::uint32_t base) {
        if (found || window_offset(address) < base) return;
        const auto after = std::ranges::upper_bound(function.locals, window_offset(address) - base, {}, &LocalObject::offset);
        if (after == function.locals.begin()) return;
        Object object = object_of(run, *std::prev(after), base, address);
        if (object.holds(address, bytes)) found = std::move(object);
    });
    return found;
}

std::optional<Object> nearest_object(const BlockRun& run, const Warp& warp, std::uint64_t address) {
    const Space space = space_of(address);
    if (space == Space::local) {
        std::optional<Object> best;
        for_each_local_object(run, warp, address, [&](Object object) {
            if (window_of(kLocalBase, object.base) != window_of(kLocalBase, address)) return;
            if (!best || distance(object, address) < distance(*best, address)) best = std::move(object);
        });
        return best;
    }
    const std::optional<Area> area = area_of(run, space);
    if (!area) return std::nullopt;
    if (space != Space::global) return nearest_symbol(run, *area, address);
    const Allocation* allocation = run.plan.memory.nearest(address);
    if (!allocation) return std::nullopt;
    if (allocation->base == kGlobalBase && area->size) return nearest_symbol(run, *area, address);
    return Object{Space::global,    allocation->base,          allocation->size,    allocation->host,
                  allocation->name, allocation->element_bytes, allocation->argument};
}

// Whether an instruction computes an address from the one in operand a.
bool derives_address(Op op) {
    return op == Op::gep_64 || op == Op::gep_s32 || op == Op::gep_u32 || op == Op::gep_const || op == Op::mov_64;
}
bool has_destination(Op op) {
    switch (op) {
        case Op::store_1:
        case Op::store_2:
        case Op::store_4:
        case Op::store_8:
        case Op::store_vector:
        case Op::fence:
        case Op::copy_memory:
        case Op::set_memory:
        case Op::sync_warp:
        case Op::sleep:
        case Op::trap:
        case Op::branch:
        case Op::branch_if:
        case Op::switch_on:
        case Op::ret:
        case Op::call:
        case Op::call_indirect: return false;
        default: return true;
    }
}

// The pointer that an address was computed from, found by walking the code back: the array that the kernel meant.
std::optional<std::uint64_t> pointer_behind(const BlockRun& run, const Warp& warp, std::uint32_t pc, Operand operand, int lane) {
    bool derived = false;
    for (std::uint32_t k = pc; k > 0 && pc - k < 64 && bank_of(operand) == Bank::frame; --k) {
        const Instruction& earlier = warp.function->code[k - 1];
        if (!has_destination(earlier.op) || earlier.dst != offset_of(operand)) continue;
        if (!derives_address(earlier.op)) break;
        operand = earlier.a;
        derived = true;
    }
    if (!derived) return std::nullopt;
    return read_lanes<std::uint64_t>(run, warp, operand)[lane];
}

std::int64_t index_in(const Object& object, std::uint64_t address) {
    const auto offset = static_cast<std::int64_t>(address - object.base);
    const auto bytes = static_cast<std::int64_t>(std::max<std::size_t>(object.element_bytes, 1));
    return offset >= 0 ? offset / bytes : -((-offset + bytes - 1) / bytes);
}

Fault fault_at(BlockRun& run, const Warp& warp, const Location& location, int lane) {
    Fault fault;
    fault.file = run.program.origin;
    fault.line = static_cast<int>(location.line);
    fault.column = static_cast<int>(location.column);
    fault.block = run.plan.block_index(run.block);
    fault.thread = run.plan.thread_index(run.linear_thread(warp, lane));
    return fault;
}

std::string who(const Fault& fault) { return fmt::format("thread {} of block {}", text_of(*fault.thread), text_of(*fault.block)); }

// The local variable that has an address's window to itself; empty when the address is of no such window.
std::string local_of_ended_call(const BlockRun& run, std::uint64_t address) {
    const std::uint64_t window = space_of(address) == Space::local ? window_of(kLocalBase, address) : 0;
    if (window == 0) return {};
    for (const Function& function : run.program.functions) {
        for (const LocalObject& local : function.locals) {
            if (local.window == window) return fmt::format("'{}', a local variable of '{}'", local.name, function.name);
        }
    }
    return {};
}

void out_of_bounds(Fault& fault, Object object, std::uint64_t address, std::uint64_t bytes, std::string_view verb) {
    if (object.element_bytes == 0) object.element_bytes = bytes;
    const std::uint64_t length = object.size / object.element_bytes;
    const std::int64_t index = index_in(object, address);
    fault.kind = FaultKind::out_of_bounds;
    fault.array = std::string(object.name);
    fault.index = index;
    const std::string_view of_space = object.space == Space::shared  ? "shared array "
                                      : object.space == Space::local ? "local array "
                                                                     : "";
    fault.message = fmt::format("{} {} element {} of {}'{}', which has {} element{}{} (address {:#x})", who(fault), verb, index,
                                of_space, object.name, length, length == 1 ? "" : "s",
                                length ? fmt::format(", 0 to {}", length - 1) : std::string(), plain_address(address));
    if (index < -(std::int64_t{1} << 31) || index >= std::int64_t{1} << 32) {
        fault.hint = "No index is that large: it was never set, overflowed, or was computed from garbage.";
    } else if (index < 0) {
        fault.hint =
            "The index is negative: guard the access so that a thread at the edge does not read or write before the array.";
    } else if (object.space == Space::shared && length == 0) {
        fault.hint = "The launch gives this kernel no dynamic shared memory: set the number of bytes it needs.";
    } else {
        fault.hint = "The last block often has more threads than there are elements left: guard the access with 'if (i < n)'.";
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

// Farther from an array than 32-bit index arithmetic gets.
bool is_far(const Object& object, std::uint64_t address) {
    const std::int64_t index = index_in(object, address);
    return object.space == Space::global && (index < -(std::int64_t{1} << 31) || index >= std::int64_t{1} << 32);
}

void misaligned(const BlockRun& run, const Warp& warp, Fault& fault, std::uint64_t address, std::uint64_t alignment,
                std::string_view verb) {
    fault.kind = FaultKind::misaligned;
    std::string of_array;
    if (const auto holder = find_object(run, warp, address, 1)) {
        fault.array = std::string(holder->name);
        fault.index = index_in(*holder, address);
        of_array = fmt::format(" of '{}'", holder->name);
    }
    fault.message = fmt::format("{} {} {} bytes{} at address {:#x}, which is not a multiple of {}", who(fault), verb, alignment,
                                of_array, plain_address(address), alignment);
    fault.hint = "A GPU reads and writes a type only at multiples of its size: check casts to wider types and odd offsets.";
}

std::string way_out(std::string_view barrier, int line, int other_line) {
    if (line == other_line)
        return fmt::format("If several threads update one element, use an atomic; otherwise, put a {} between the two accesses.",
                           barrier);
    return fmt::format("Put a {} between lines {} and {}, or use atomics.", barrier, std::min(line, other_line),
                       std::max(line, other_line));
}

std::string other_party(const Race& race, const FaultPlace& place, bool same_block) {
    if (!race.thread_is_known) return "another lane";
    if (race.in_warp) return fmt::format("lane {} (thread {})", race.thread % kLanes, text_of(*place.thread));
    if (same_block) return fmt::format("thread {}", text_of(*place.thread));
    return fmt::format("thread {} of block {}", text_of(*place.thread), text_of(*place.block));
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
              "reconverges, "
              "for lanes that wait for the lock. Let each lane do its work and release the lock inside the loop."
            : "Look at the loop's condition: something must change it. A loop that waits for another thread needs that thread "
              "to be able to run.";
    run.fault = std::move(fault);
    return false;
}

}  // namespace

std::optional<Object> object_near(const BlockRun& run, const Warp& warp, std::uint64_t address) {
    return nearest_object(run, warp, address);
}

Space space_of(std::uint64_t address) {
    const auto near = [&](std::uint64_t base) { return address + near_bytes >= base && address < base + space_bytes + near_bytes; };
    if (near(kSharedBase)) return Space::shared;
    if (near(kLocalBase)) return Space::local;
    if (near(kConstantBase)) return Space::constant;
    return address < kSharedBase ? Space::global : Space::none;
}

std::uint64_t plain_address(std::uint64_t address) {
    const Space space = space_of(address);
    if (space == Space::global || space == Space::none) return address;
    const std::uint64_t base = space == Space::shared ? kSharedBase : space == Space::local ? kLocalBase : kConstantBase;
    return address - window_of(base, address) * kWindowBytes;
}

std::optional<Object> find_object(const BlockRun& run, const Warp& warp, std::uint64_t address, std::uint64_t bytes) {
    const Space space = space_of(address);
    if (space == Space::local) return find_local(run, warp, address, bytes);
    const std::optional<Area> area = area_of(run, space);
    if (!area) return std::nullopt;
    for (const Symbol& symbol : run.program.symbols) {
        if (!in_area(*area, symbol)) continue;
        Object object = object_of(run, *area, symbol, address);
        if (object.holds(address, bytes)) return object;
    }
    if (space == Space::constant) {  // string literals and tables without a name
        Object whole{space, area->base, area->size, area->host, "constant data"};
        return whole.holds(address, bytes) ? std::optional(whole) : std::nullopt;
    }
    if (space == Space::shared) return std::nullopt;
    const Allocation* allocation = run.plan.memory.find(address, bytes);
    if (!allocation || (area->size && allocation->base == kGlobalBase)) return std::nullopt;
    return Object{space,
                  allocation->base,
                  allocation->size,
                  allocation->host,
                  allocation->name,
                  allocation->element_bytes,
                  allocation->argument};
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
    Fault fault = fault_at(run, warp, location_of(warp, in), lane);
    fault.address = plain_address(address);
    const std::string_view verb = is_store ? "writes" : "reads";
    const auto pointer = pointer_behind(run, warp, pc_of(warp, in), in.op == Op::copy_memory && !is_store ? in.b : in.a, lane);
    const std::uint64_t alignment = alignment_of(in, bytes);
    if (address < null_bytes || (pointer && *pointer < null_bytes)) {
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
        if (!meant) meant = nearest_object(run, warp, pointer ? *pointer : address);
        if (meant && (pointer_is_good || !is_far(*meant, address))) {
            out_of_bounds(fault, *meant, address, bytes, verb);
        } else if (const std::string gone = local_of_ended_call(run, address); !gone.empty()) {
            fault.kind = FaultKind::out_of_bounds;
            fault.message =
                fmt::format("{} {} {}, but that call has returned (address {:#x})", who(fault), verb, gone, plain_address(address));
            fault.hint = "A local variable lives only as long as its function's call: return the value, not its address.";
        } else if (address >> 40 >= 0x10 && address < kVariableBase) {
            fault.kind = FaultKind::host_pointer;
            fault.message = fmt::format("{} {} address {:#x}, which looks like a host pointer", who(fault), verb, address);
            fault.hint = "A kernel can use only device memory: copy the data to the device and pass that pointer.";
        } else {
            fault.kind = FaultKind::out_of_bounds;
            fault.message = fmt::format("{} {} address {:#x}, which points to no array", who(fault), verb, plain_address(address));
            fault.hint =
                "The pointer was never set, was overwritten, or was computed from garbage: check where its value comes from.";
        }
    }
    run.fault = std::move(fault);
    return false;
}

void note_race(BlockRun& run, const Warp& warp, const Instruction& in, std::uint64_t address, bool is_store, const Race& race) {
    if (race.in_warp && run.launch.race_rank.load() <= 2 * run.position + 1) return;
    const int lane = race.lane;
    Fault fault = fault_at(run, warp, location_of(warp, in), lane);
    fault.kind = FaultKind::data_race;
    fault.address = plain_address(address);
    const auto object = find_object(run, warp, address, 1);
    if (object) {
        fault.array = std::string(object->name);
        fault.index = index_in(*object, address);
    }
    const std::lock_guard lock(run.launch.mutex);
    const std::uint32_t earlier_block = block_of_interval(run.launch, race.interval);
    FaultPlace other{run.program.origin, static_cast<int>(race.line), run.plan.block_index(earlier_block), std::nullopt};
    if (race.thread_is_known) other.thread = run.plan.thread_index(race.thread);
    const bool same_block = earlier_block == run.block;
    const std::string what = fmt::format("{} {} element {} of '{}' (line {})", who(fault), is_store ? "writes" : "reads",
                                         fault.index.value_or(0), fault.array, fault.line);
    const std::string others = other_party(race, other, same_block);
    const std::string_view did = race.is_store ? "written" : "read";
    if (race.in_warp) {
        fault.message = fmt::format("{}, which {} of its warp has {} (line {}), and nothing synchronizes the two lanes", what,
                                    others, did, other.line);
        fault.hint = "The lanes of a warp need not run in lockstep on a GPU, so either access can come first. " +
                     way_out("__syncwarp() (or a __syncthreads(), if threads of other warps take part)", fault.line, other.line);
    } else if (same_block) {
        fault.message = fmt::format("{}, which {} has {} (line {}), with no barrier in between", what, others, did, other.line);
        fault.hint = "The warps of a block run in any order, so either access can come first. " +
                     way_out("__syncthreads(), which all threads reach,", fault.line, other.line);
    } else {
        fault.message =
            fmt::format("{}, which {} has {} (line {}), and nothing orders the two blocks", what, others, did, other.line);
        fault.hint =
            "Blocks run in any order, and at the same time. Give each block its own elements, use an atomic, or put the second "
            "step into a kernel of its own.";
    }
    fault.other = std::move(other);
    keep_race(run, std::move(fault), race.in_warp);
}

void note_clash_of(BlockRun& run, const Warp& warp, const Instruction& in, int lane, int other, std::uint64_t address) {
    Fault fault = fault_at(run, warp, location_of(warp, in), lane);
    fault.kind = FaultKind::data_race;
    fault.address = plain_address(address);
    if (const auto object = find_object(run, warp, address, 1)) {
        fault.array = std::string(object->name);
        fault.index = index_in(*object, address);
    }
    if (std::ranges::binary_search(run.program.lines_of_intended_races, static_cast<std::uint32_t>(fault.line))) return;
    const Dim3 other_thread = run.plan.thread_index(run.linear_thread(warp, other));
    fault.other = FaultPlace{run.program.origin, fault.line, fault.block, other_thread};
    fault.message =
        fmt::format("{} writes element {} of '{}' (line {}), and thread {} writes a different value there in the same instruction",
                    who(fault), fault.index.value_or(0), fault.array, fault.line, text_of(other_thread));
    fault.hint = "Either value may remain. Let one thread write, give each thread its own element, or use an atomic.";
    const std::lock_guard lock(run.launch.mutex);
    keep_race(run, std::move(fault), false);
}

Fault uninitialized_read(BlockRun& run, const Warp& warp, const Instruction& in, int lane, std::uint64_t address,
                         std::uint64_t bytes) {
    Fault fault = fault_at(run, warp, location_of(warp, in), lane);
    fault.kind = FaultKind::uninitialized_read;
    fault.address = plain_address(address);
    std::string what = "memory";
    if (const auto object = find_object(run, warp, address, bytes)) {
        fault.array = std::string(object->name);
        fault.index = index_in(*object, address);
        what = fmt::format("element {} of '{}'", *fault.index, object->name);
    }
    const bool is_shared = space_of(address) == Space::shared;
    fault.message = fmt::format("{} reads {}, which {}", who(fault), what, is_shared ? "no thread has written" : "it has not set");
    fault.hint = is_shared ? "Shared memory holds garbage when a block starts: write every element before it is read, with a "
                             "__syncthreads() in between."
                           : "A local variable holds garbage until it is set: give it a value where it is declared.";
    return fault;
}

bool raise_uninitialized(BlockRun& run, const Warp& warp, const Instruction& in, int lane, std::uint64_t address,
                         std::uint64_t bytes) {
    if (!run.fault) run.fault = uninitialized_read(run, warp, in, lane, address, bytes);
    return false;
}

bool raise_budget(BlockRun& run, const Warp& warp, std::string_view budget) {
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
    const int other_line = other_pc < locations.size() ? static_cast<int>(locations[other_pc].line) : 0;
    const Dim3 other_thread = run.plan.thread_index(run.linear_thread(warp, other_lane));
    fault.other = FaultPlace{run.program.origin, other_line, fault.block, other_thread};
    fault.message = fmt::format("{} waits at a barrier (line {}) that thread {} of its warp does not reach: which is at line {}",
                                who(fault), fault.line, text_of(other_thread), other_line);
    fault.hint =
        "Every thread of a block must reach the same __syncthreads(): move it out of the 'if' or the loop whose condition differs.";
    run.fault = std::move(fault);
    return false;
}

bool raise_deadlock(BlockRun& run, const Warp& first, const Warp& second) {
    if (run.fault) return false;
    const auto place = [](const Warp& warp) { return warp.function->locations[warp.pc - 1]; };
    Fault fault = fault_at(run, first, place(first), std::countr_zero(first.mask));
    fault.kind = FaultKind::deadlock;
    const Dim3 other_thread = run.plan.thread_index(run.linear_thread(second, std::countr_zero(second.mask)));
    fault.other = FaultPlace{run.program.origin, static_cast<int>(place(second).line), fault.block, other_thread};
    fault.message = fmt::format("{} waits at the barrier in line {} while thread {} waits at a different one, in line {}",
                                who(fault), fault.line, text_of(other_thread), fault.other->line);
    fault.hint = "All threads of a block must meet at the same __syncthreads(); here warps took different paths.";
    run.fault = std::move(fault);
    return false;
}

}  // namespace warpwise::simt
