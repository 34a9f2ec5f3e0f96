// Stops of a debugger that are made by hand: what the views of lanes, memory, banks and masks draw in tests.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "debug/debug_state.h"
#include "simt/code/counters.h"
#include "ui/debugger/debugger_state.h"
#include "unit/debug_values.h"

namespace warpwise::test {

inline constexpr std::uint32_t all_lanes = 0xffffffffu;

// ---- accesses; what the emulator would count is counted by its own rules

inline void count(DebugAccess& access) {
    const simt::WarpAccess warp{access.mask, access.addresses.data(), access.bytes};
    if (access.space == MemorySpace::global) {
        access.sectors = access.is_atomic ? simt::count_atomic_sectors(warp) : simt::count_sectors(warp);
        std::vector<std::uint64_t> bytes;
        for (std::size_t lane = 0; lane < kDebugLanes; ++lane)
            for (std::uint32_t i = 0; (access.mask >> lane & 1) != 0 && i < access.bytes; ++i)
                bytes.push_back(access.addresses[lane] + i);
        std::ranges::sort(bytes);
        access.useful_bytes = static_cast<std::uint32_t>(std::unique(bytes.begin(), bytes.end()) - bytes.begin());
    }
    if (access.space == MemorySpace::shared) {
        const simt::SharedCost cost = access.is_atomic  ? simt::shared_atomic_cost(warp)
                                      : access.is_store ? simt::shared_store_cost(warp)
                                                        : simt::shared_load_cost(warp);
        access.wavefronts = cost.wavefronts;
        access.conflicts = cost.bank_conflicts;
    }
}

struct AccessOf {
    std::string array;
    int line = 1;
    MemorySpace space = MemorySpace::global;
    std::uint32_t bytes = 4, element_bytes = 4;
    std::uint32_t mask = all_lanes;
    bool is_store = false, is_atomic = false;
    std::uint64_t start = 0x7000'0000;  // of the array
};
// `element` of a lane; `within` it, in bytes.
inline DebugAccess access_to(const AccessOf& of, const std::function<std::int64_t(int)>& element, std::uint64_t within = 0) {
    DebugAccess access{.line = of.line,
                       .space = of.space,
                       .is_store = of.is_store,
                       .is_atomic = of.is_atomic,
                       .array = of.array,
                       .bytes = of.bytes,
                       .element_bytes = of.element_bytes,
                       .mask = of.mask};
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        const auto i = static_cast<std::size_t>(lane);
        access.elements[i] = element(lane);
        access.addresses[i] = of.start + static_cast<std::uint64_t>(access.elements[i]) * of.element_bytes + within;
    }
    count(access);
    // What lies there: numbers that lanes can be told by; each write adds one.
    const auto value = [&](std::int64_t more) {
        return lanes_value("", "int", ValueKind::signed_integer, 4,
                           [&](int lane) { return access.elements[static_cast<std::size_t>(lane)] % 97 + more; });
    };
    if (access.bytes <= 8) {
        access.before = value(0);
        access.before->known = access.mask;
        if (access.is_store) access.after = value(1), access.after->known = access.mask;
    }
    return access;
}

// ---- variables

inline DebugValue with_lanes(DebugValue value, int line, std::uint32_t known, std::uint32_t changed) {
    value.line = line;
    value.known = known;
    value.changed = changed;
    return value;
}
inline DebugValue whole_number(std::string name, const std::function<std::int64_t(int)>& of_lane, std::uint32_t known = all_lanes,
                               std::uint32_t changed = 0) {
    return with_lanes(lanes_value(std::move(name), "int", ValueKind::signed_integer, 4, of_lane), 5, known, changed);
}
inline DebugValue real_number(std::string name, const std::function<float(int)>& of_lane, std::uint32_t known = all_lanes,
                              std::uint32_t changed = 0) {
    const auto bits = [&](int lane) { return bits_of(of_lane(lane)); };
    return with_lanes(lanes_value(std::move(name), "float", ValueKind::floating, 4, bits), 6, known, changed);
}
inline DebugValue pointer_to(std::string name, const std::string& array, const std::function<std::int64_t(int)>& element) {
    DebugValue value{.name = std::move(name),
                     .type = "const float *",
                     .kind = ValueKind::pointer,
                     .bytes = 8,
                     .is_argument = true,
                     .line = 1,
                     .known = all_lanes};
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        value.bits[static_cast<std::size_t>(lane)] = 0x7000'0000 + 4 * static_cast<std::uint64_t>(element(lane));
        value.targets.push_back(array + "[" + std::to_string(element(lane)) + "]");
    }
    return value;
}

// ---- stops

inline DebugState stop_at(const std::string& function, int line, std::uint32_t warps = 8, std::uint32_t warp = 1) {
    DebugState state{.reason = StopReason::step, .position = 1412, .line_step = 47, .block = {1, 2, 0}, .warp = warp};
    state.frames = {{.function = function, .line = line, .column = 9}};
    state.lanes.fill(LaneStatus::active);
    state.warps.assign(warps, {.function = function, .line = line, .column = 9, .active = all_lanes, .steps = 180});
    return state;
}
inline void set_lanes(DebugState& state, std::uint32_t mask, LaneStatus status) {
    for (std::size_t lane = 0; lane < kDebugLanes; ++lane)
        if ((mask >> lane & 1) != 0) state.lanes[lane] = status;
}

// Writes 32 rows of a matrix with 1,024 columns: 32 sectors for 128 bytes.
inline DebugState naive_transpose() {
    DebugState state = stop_at("transpose_naive", 8);
    state.variables = {pointer_to("in", "in", [](int) { return 0; }), pointer_to("out", "out", [](int) { return 0; }),
                       whole_number("n", [](int) { return 1024; }), whole_number("x", [](int lane) { return 32 + lane; }),
                       whole_number("y", [](int) { return 65; }, all_lanes, all_lanes)};
    state.next = {access_to({.array = "in", .line = 8}, [](int lane) { return 65 * 1024 + 32 + lane; }),
                  access_to({.array = "out", .line = 8, .is_store = true, .start = 0x7100'0000},
                            [](int lane) { return (32 + lane) * 1024 + 65; })};
    return state;
}
// Sums rows of 32 elements, one thread per row.
inline DebugState row_sums() {
    DebugState state = stop_at("row_sums", 9, 1, 0);
    state.variables = {
        whole_number("r", [](int lane) { return lane; }),
        whole_number(
            "c", [](int) { return 5; }, all_lanes, all_lanes),
        real_number("sum", [](int lane) { return 0.5f * static_cast<float>(lane * 7 % 13); }, all_lanes, 0xfffffffe)};
    state.next = {access_to({.array = "a", .line = 9}, [](int lane) { return 32 * lane + 5; })};
    return state;
}
// Reads a column of a shared tile whose rows have `row` elements.
inline DebugState tiled_transpose(int row) {
    DebugState state = stop_at("transpose_tiled", 13);
    state.variables = {whole_number(
                           "j", [](int) { return 8; }, all_lanes, all_lanes),
                       whole_number("x", [](int lane) { return 64 + lane; }), whole_number("y", [](int) { return 33; })};
    state.next = {access_to({.array = "tile", .line = 13, .space = MemorySpace::shared, .start = 0},
                            [row](int lane) { return lane * row + 9; }),
                  access_to({.array = "out", .line = 13, .is_store = true}, [](int lane) { return 41 * 1024 + 64 + lane; })};
    return state;
}
// Eight lanes are still in the loop, six have left by the other side of a branch in it, the rest waits behind it.
inline DebugState divergent_loop() {
    constexpr std::uint32_t active = 0x000f'0f00, other = 0x3f00'0000;
    DebugState state = stop_at("collatz", 9, 4, 2);
    set_lanes(state, ~active, LaneStatus::waiting);
    state.stack = {
        {.mask = other, .line = 12, .is_other_side = true}, {.mask = active | other, .line = 14}, {.mask = all_lanes, .line = 17}};
    state.variables = {whole_number(
                           "steps", [](int lane) { return 3 * lane; }, all_lanes, active),
                       whole_number(
                           "n", [](int lane) { return lane == 8 ? 104'372 : 7 + lane * lane; }, all_lanes, active),
                       whole_number("half", [](int lane) { return lane / 2; }, active)};
    for (DebugWarp& warp : state.warps) warp.active = active;
    state.warps[3].exited = 0xf000'0000;
    return state;
}
// Three of eight warps have arrived at the barrier of a reduction.
inline DebugState reduction_at_barrier() {
    DebugState state = stop_at("reduce", 11, 8, 1);
    set_lanes(state, all_lanes, LaneStatus::at_barrier);
    for (const std::size_t warp : {0u, 1u, 4u}) {
        state.warps[warp].activity = WarpActivity::at_barrier;
        state.warps[warp].active = 0;
    }
    state.warps[7].activity = WarpActivity::done;
    state.warps[7].exited = all_lanes;
    state.variables = {whole_number("stride", [](int) { return 64; }),
                       real_number("sum", [](int lane) { return 1.0f / (3.0f + static_cast<float>(lane)); })};
    state.last = {access_to({.array = "partial", .line = 10, .space = MemorySpace::shared, .is_store = true, .start = 0},
                            [](int lane) { return 32 + lane; })};
    return state;
}
// Atomic additions to the bins of a histogram, in shared or in global memory.
inline DebugState histogram(MemorySpace space) {
    const auto bin = [](int lane) { return std::int64_t{lane < 12 ? 7 : lane * lane % 64}; };
    DebugState state = stop_at("histogram", 7, 8, 0);
    state.variables = {whole_number("i", [](int lane) { return 256 + lane; }), whole_number("bin", bin, all_lanes, all_lanes)};
    state.next = {access_to({.array = "bins",
                             .line = 7,
                             .space = space,
                             .is_store = true,
                             .is_atomic = true,
                             .start = space == MemorySpace::shared ? 0u : 0x7000'0000u},
                            bin)};
    return state;
}
// float4 elements of shared memory; `step` of them from lane to lane.
inline DebugState wide_shared(int step) {
    DebugState state = stop_at("copy4", 6);
    state.variables = {whole_number("i", [](int lane) { return lane; })};
    state.next = {
        access_to({.array = "tile", .line = 6, .space = MemorySpace::shared, .bytes = 16, .element_bytes = 16, .start = 0},
                  [step](int lane) { return lane * step; })};
    return state;
}
inline DebugState misaligned() {
    DebugState state = stop_at("shift", 4);
    state.variables = {whole_number("i", [](int lane) { return lane; })};
    state.next = {access_to({.array = "a", .line = 4}, [](int lane) { return 65 + lane; })};
    return state;
}
// An array of 200 elements, of which 64 are sent, and a structure with a member of another structure.
inline DebugState many_children() {
    DebugState state = stop_at("sort", 21);
    DebugValue array{
        .name = "keys", .type = "int [200]", .kind = ValueKind::array, .bytes = 800, .line = 3, .known = all_lanes, .count = 200};
    for (int i = 0; i < static_cast<int>(kMostDebugChildren); ++i)
        array.children.push_back(
            whole_number("[" + std::to_string(i) + "]", [i](int lane) { return i * 31 + lane; }, i < 40 ? all_lanes : 0));
    DebugValue place{.name = "at",
                     .type = "float2",
                     .kind = ValueKind::structure,
                     .bytes = 8,
                     .known = all_lanes,
                     .children = {real_number("x", [](int lane) { return static_cast<float>(lane) / 3; }),
                                  real_number("y", [](int) { return -1.0f; })},
                     .count = 2};
    DebugValue body{.name = "body",
                    .type = "Body",
                    .kind = ValueKind::structure,
                    .bytes = 12,
                    .line = 4,
                    .known = all_lanes,
                    .children = {std::move(place), real_number("mass", [](int) { return 1e-9f; })},
                    .count = 2};
    state.variables = {std::move(array), std::move(body), whole_number("i", [](int lane) { return lane; })};
    return state;
}
// The last warp of a block of 100 threads, two of which have returned.
inline DebugState partial_warp() {
    DebugState state = stop_at("saxpy", 5, 4, 3);
    set_lanes(state, 0xffff'fff0, LaneStatus::absent);
    set_lanes(state, 0x0000'000c, LaneStatus::exited);
    state.variables = {whole_number("i", [](int lane) { return 96 + lane; }, 0xf), real_number("a", [](int) { return 2.0f; }, 0xf)};
    state.next = {access_to({.array = "x", .line = 5, .mask = 0x3}, [](int lane) { return 96 + lane; })};
    state.warps[3].absent = 0xffff'fff0;
    state.warps[3].exited = 0xc;
    state.warps[3].active = 0x3;
    return state;
}

// "c[i] = a[i] + b[i]" on line 6 of this text: what each lane reads, and what it writes.
inline constexpr const char* vector_add_text = "\n\n\n\n\n    c[i] = a[i] + b[i];\n}\n";
inline DebugAccess with_values(DebugAccess access, int column, const std::function<float(int)>& before,
                               const std::function<float(int)>& after = {}) {
    access.column = column;
    access.before = real_number("", before, access.mask & ~access.faulting);
    if (access.is_store) access.after = real_number("", after, access.mask);
    for (int lane = 0; lane < kDebugLanes; ++lane)
        access.places.push_back(access.array + "[" + std::to_string(access.elements[static_cast<std::size_t>(lane)]) + "]");
    return access;
}
inline DebugState vector_add() {
    const auto element = [](int lane) { return std::int64_t{lane}; };
    const auto a = [](int lane) {
        return std::array{
            4.0f, 9.0f, 14.0f, 3.0f, 8.0f, 13.0f, 2.0f, 7.0f, 12.0f, 1.0f, 6.0f, -5.0f}[static_cast<std::size_t>(lane % 12)];
    };
    DebugState state = stop_at("vector_add", 6, 4, 0);
    state.variables = {whole_number("i", element)};
    state.next = {with_values(access_to({.array = "a", .line = 6}, element), 12, a),
                  with_values(access_to({.array = "b", .line = 6, .start = 0x7100'0000}, element), 19, [](int) { return 5.0f; }),
                  with_values(
                      access_to({.array = "c", .line = 6, .is_store = true, .start = 0x7200'0000}, element), 10,
                      [](int) { return 0.0f; }, [=](int lane) { return a(lane) + 5; })};
    return state;
}
// "y[i] = a * x[i] + y[i]" on line 8: the ninth lane reads past the end of x.
inline constexpr const char* saxpy_text = "\n\n\n\n\n\n\n        y[i] = a * x[i] + y[i];\n}\n";
inline DebugState saxpy_fault() {
    constexpr std::uint32_t active = 0x1ff;
    DebugState state = stop_at("saxpy", 8, 8, 7);
    state.reason = StopReason::fault;
    set_lanes(state, ~active, LaneStatus::waiting);
    state.variables = {whole_number("i", [](int lane) { return 992 + lane; }), whole_number("n", [](int) { return 1000; }),
                       real_number("a", [](int) { return 2.0f; })};
    DebugAccess read = access_to({.array = "x", .line = 8, .mask = active}, [](int lane) { return 992 + lane; });
    read.faulting = 0x100;
    read.sectors = read.useful_bytes = 0;
    state.next = {with_values(read, 20, [](int lane) { return 2.0f + static_cast<float>(lane); })};
    state.not_reached = {DebugAccess{.line = 8, .column = 27, .bytes = 4},
                         DebugAccess{.line = 8, .column = 14, .is_store = true, .bytes = 4}};
    state.fault = Fault{.kind = FaultKind::out_of_bounds,
                        .line = 8,
                        .array = "x",
                        .index = 1000,
                        .message = "thread 232 of block 3 reads element 1000 of 'x', which has 1000 elements",
                        .hint = "Let only threads with i < n read."};
    return state;
}

// An open session that stands there.
inline ui::DebuggerState debugger_at(DebugState state, Dim3 block = {32, 8, 1}) {
    ui::DebuggerState debugger;
    debugger.now = std::make_shared<const DebugState>(std::move(state));
    ui::DebugSubject subject;
    subject.shape = {.grid = {4, 4, 1}, .block = block};
    const std::string function = debugger.now->frames.empty() ? "" : debugger.now->frames.front().function;
    if (function == "vector_add") subject.text = vector_add_text;
    if (function == "saxpy" && debugger.now->fault) {
        subject.text = saxpy_text;
        debugger.arrays = std::make_shared<const std::vector<DebugArray>>(
            std::vector<DebugArray>{{.name = "x", .address = 0x7000'0000, .bytes = 4000, .element_bytes = 4}});
    }
    debugger.subject = std::make_shared<const ui::DebugSubject>(std::move(subject));
    return debugger;
}

}  // namespace warpwise::test
