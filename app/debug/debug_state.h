// A launch under the debugger, as plain data: what the emulator reports at each stop, and the commands that it accepts. The views,
// `warpwise trace` and `warpwise dap` read this and nothing else.
//
// A position counts the warp instructions that the block has executed, over all of its warps in the order of the schedule. It
// identifies a moment of the run exactly, in every replay. 0 is before the first instruction.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/fault.h"
#include "base/launch_shape.h"
#include "base/line_counts.h"

namespace warpwise {

inline constexpr int kDebugLanes = 32;

enum class LaneStatus : std::uint8_t {
    active,      // takes part in what the warp is about to execute
    waiting,     // on the other side of a branch, or at the point where the sides reconverge
    at_barrier,  // waits at a barrier of the block
    exited,
    absent,  // the block has no such thread
};
std::string_view name_of(LaneStatus);

enum class ValueKind : std::uint8_t {
    signed_integer,
    unsigned_integer,
    floating,  // 2 (half), 4 or 8 bytes; a bfloat16 is reported as the 4-byte float of the same value
    boolean,
    character,
    pointer,
    array,      // children are its elements
    structure,  // children are its members
    other,
};

inline constexpr std::uint32_t kNoDebugType = ~std::uint32_t{0};

// A type of the program: what lies at an address of it.
struct DebugType {
    struct Member {
        std::string name;  // empty: an unnamed structure, whose members are used as this one's
        std::uint32_t offset = 0, type = kNoDebugType;
        std::uint32_t first_bit = 0, bits = 0;  // of a bit field: counted from bit 0 of the byte at `offset`
        bool operator==(const Member&) const = default;
    };
    std::string name;  // "const float *", "Particle"
    ValueKind kind = ValueKind::other;
    std::uint32_t bytes = 0;               // in memory: 2 of a bfloat16
    std::uint32_t element = kNoDebugType;  // of an array or a pointer: what it consists of or points to
    std::uint32_t count = 0;               // of an array's elements; 0: not known
    std::vector<Member> members;           // of a structure
    bool is_reference = false;             // a pointer that is used as what it points to
    bool is_bfloat = false;                // told as the float of the same value
    bool operator==(const DebugType&) const = default;
};

// A variable, or a part of one, in all lanes of a warp.
struct DebugValue {
    std::string name, type;  // "i", "const float *"; an element is named "[3]"
    ValueKind kind = ValueKind::other;
    std::uint32_t bytes = 0;
    std::uint32_t frame = 0;                        // index in DebugState::frames
    bool is_argument = false;                       // of its function
    std::uint32_t line = 0;                         // of its declaration; 0: unknown
    std::uint32_t known = 0;                        // active lanes of the frame that have a value
    std::uint32_t held = 0;                         // the same, and lanes that have a value but wait
    std::uint32_t changed = 0;                      // lanes whose value has changed since the stop before
    std::array<std::uint64_t, kDebugLanes> bits{};  // as in memory, zero-extended; an integer of fewer bytes is not sign-extended
    // What the bits stand for, by lane: where a pointer points ("&a[3]", "&tile[0][5]", "null"), the name of an enumerator ("red").
    // Empty: unknown in every lane.
    std::vector<std::string> targets;
    std::vector<DebugValue> children;         // at most kMostDebugChildren of `count`
    std::uint32_t count = 0;                  // of elements or members
    std::uint32_t type_index = kNoDebugType;  // in DebugState::types; of a variable, not of its parts
    std::vector<std::uint64_t> addresses{};   // of a variable that lies in memory, by lane; 0: unknown there. Empty: in registers
};
inline constexpr std::uint32_t kMostDebugChildren = 64;
// "-3", "0.25", "&a[3]", "{1, 2}", "'x'"; "" for a lane without a value, "?" for a part without one. Waiting lanes have a text too.
std::string text_of(const DebugValue&, int lane);

struct DebugFrame {
    std::string function;  // "dot", "axpy<float>"
    int line = 0, column = 0;
    bool inlined = false;        // has no call of its own in the machine
    std::uint32_t left_out = 0;  // calls between the next frame and this one that are left out: a deep recursion
    // That it is about to execute, or its call that has not returned: index in DebugOverview::code; nothing: it is not listed
    // there.
    std::optional<std::uint32_t> instruction = {};
};
inline constexpr std::size_t kMostDebugFrames = 64;  // including the kernel's; inlined ones of the last call come on top

// Whether it is in local memory, where each thread has something else at an address.
constexpr bool is_of_thread(std::uint64_t address) { return address >> 48 == 2; }

enum class MemorySpace : std::uint8_t { global, shared, local, constant };
std::string_view name_of(MemorySpace);

// One memory access of one warp instruction.
struct DebugAccess {
    std::uint64_t position = 0;
    int line = 0, column = 0;
    MemorySpace space = MemorySpace::global;
    bool is_store = false, is_atomic = false;
    std::string array;                // as the program names it; empty: no single one is known
    std::uint32_t bytes = 0;          // of a lane
    std::uint32_t element_bytes = 0;  // of the array
    std::uint32_t mask = 0;           // lanes that take part
    std::array<std::uint64_t, kDebugLanes> addresses{};
    std::array<std::int64_t, kDebugLanes> elements{};  // index in the array
    std::uint32_t sectors = 0, useful_bytes = 0;       // global memory: 32-byte sectors, and bytes of them that a lane asked for
    std::uint32_t wavefronts = 0, conflicts = 0;       // shared memory: passes, and those beyond the first of a group of lanes

    // What memory holds there, with the array's type, for the first kMostValues accesses of a statement where DebugCommand::values
    // asks for it: before the instruction, and after it if it writes. A float4 is a structure, a wide access to floats an array of
    // them. Of an atomic that several lanes make on one element, `before` is what was there before the first of them. Lanes whose
    // memory no thread has written have no value.
    std::optional<DebugValue> before = {}, after = {};
    std::vector<std::string> places = {};  // by lane: "a[3]", "tile[0][5]", "bodies[3].mass"
    std::uint32_t faulting = 0;            // lanes in which the instruction faults: it has not run, and costs tell nothing
    std::uint32_t changes() const;         // lanes in whose memory `after` differs from `before`
};
inline constexpr std::size_t kMostValues = 32;

// Bytes of global or shared memory, at a DebugAccess's address.
struct DebugBytes {
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    bool operator==(const DebugBytes&) const = default;
};

// The last write of some bytes before a stop, by the block.
struct DebugWrite {
    std::uint32_t warp = 0;
    int lane = 0;        // of those that wrote there, the last
    DebugAccess access;  // its position is that of the moment before the write, for DebugGo::to_position
};

// An expression in the lanes of the warp (debug_expression.h), in its innermost frame.
struct DebugEvaluation {
    std::string expression;
    std::vector<std::string> texts;  // by lane; empty where there is no value
    std::string problem;             // why no lane has one
    std::uint32_t changed = 0;       // lanes whose value has changed since the stop before
};

// What the inactive lanes of the warp still have to run; the innermost level first.
struct ReconvergenceLevel {
    std::uint32_t mask = 0;
    int line = 0;                // where these lanes continue
    bool is_other_side = false;  // of a branch; else the point where its sides reconverge
};

enum class WarpActivity : std::uint8_t { ready, at_barrier, done };

struct DebugWarp {
    WarpActivity activity = WarpActivity::ready;
    std::string function;
    int line = 0, column = 0;
    std::uint32_t active = 0, exited = 0, absent = 0;  // lanes
    std::uint64_t steps = 0;                           // warp instructions it has run
};

enum class StopReason : std::uint8_t {
    entry,  // the block's first statement
    step,   // it has reached what was asked for
    breakpoint,
    barrier,
    access,  // the last write of the element that was asked for
    race,    // an access that races is next; `race` says with what
    data,    // bytes of DebugCommand::watched were just written: `data_changed` says which, `last` holds the write
    start,   // of the block: it cannot go back further
    end,     // the block has finished
    fault,   // it cannot continue; `fault` says why
    budget,  // the step budget is used up
    cancelled,
};
std::string_view name_of(StopReason);

struct DebugState {
    StopReason reason = StopReason::entry;
    std::uint64_t position = 0;
    std::uint64_t line_step = 0;     // statements that the chosen warp has begun before this one
    Dim3 block;                      // its index
    std::uint32_t warp = 0;          // the chosen one, to which the rest belongs
    std::vector<DebugFrame> frames;  // innermost first; none: the warp has finished
    std::array<LaneStatus, kDebugLanes> lanes{};
    std::vector<ReconvergenceLevel> stack;
    std::vector<DebugValue> variables;  // in scope, of all frames; the innermost frame's first
    std::vector<DebugType> types;       // of those variables, and whatever they contain or point to
    std::vector<DebugAccess> last;      // of the statement that ran before this stop
    // The statement in which the warp stands: what it has accessed, if the stop is within it; what it is about to access, found by
    // running ahead; and, where that ends in a fault, the accesses behind it on the same line. Those have no lanes.
    std::vector<DebugAccess> done, next, not_reached;
    std::vector<DebugWarp> warps;  // of the block
    std::optional<Fault> fault;
    Diagnostics findings;                                 // races and warnings so far
    std::string printed;                                  // by the block so far
    int breakpoint = 0;                                   // line of the one that was hit
    std::string condition_problem;                        // why that one's condition has no value; it stops once for that
    std::optional<Fault> race;                            // of StopReason::race
    std::optional<std::size_t> data_changed = {};         // index in DebugCommand::watched
    std::optional<DebugWrite> written = {};               // as DebugCommand::last_write asks; nothing: this block did not write it
    std::vector<DebugEvaluation> evaluated = {};          // of DebugCommand::expressions
    std::uint64_t checkpoints = 0, checkpoint_bytes = 0;  // kept for steps back
};

inline constexpr std::size_t kMostDebugInstructions = 4000;

// What the block does from its start to its end (or as far as it was run), for the timeline and the margin of the source.
struct TimelineSpan {
    enum class Kind : std::uint8_t { running, memory, extra, barrier, exited };  // extra: more sectors or wavefronts than needed
    enum class Access : std::uint8_t { none, read, write, atomic };
    Kind kind = Kind::running;
    std::uint32_t warp = 0;
    std::uint64_t begin = 0, end = 0;  // positions
    std::uint32_t line = 0;            // of its instructions; 0: of several lines, or unknown
    std::uint32_t array = 0;           // that they access: 1 + index in DebugOverview::arrays; 0: none, or unknown
    Access access = Access::none;
};
// An instruction of the emulator's own machine, as text.
struct DebugInstruction {
    std::string function;
    std::uint32_t index = 0;  // in it
    int line = 0;             // of the kernel's text; 0: none
    std::string text;         // "load_4 r5 <- [r3]"
};
struct DebugOverview {
    std::uint64_t length = 0;            // positions
    bool complete = false;               // the block ran to its end within the limit
    std::vector<TimelineSpan> timeline;  // by warp, ascending; neighbours that do the same are one
    std::vector<std::string> arrays;     // that the spans name
    std::vector<DebugInstruction> code;  // of the functions whose text is the kernel's, at most kMostDebugInstructions
    std::vector<LineCounts> lines;       // of this block, ascending
    std::optional<Fault> fault;          // in which the block ends
    // The one that is told of the block's data races: found by the access of this warp that is next at the position.
    std::optional<Fault> race;
    std::uint64_t race_position = 0;
    std::uint32_t race_warp = 0;
};

struct DebugBreakpoint {
    int line = 0;
    std::string condition;              // "i == 5 && lane == 3"; it holds if it does in any active lane; empty: always
    std::optional<std::uint32_t> warp;  // of this warp alone
};

enum class DebugGo : std::uint8_t {
    instruction,  // one of the chosen warp
    line,         // to its next statement, into calls
    over,         // ... in this call or a caller
    out,          // until this call has returned
    to_line,      // until it is about to execute `line`
    to_barrier,   // until a barrier is about to open
    to_end,
    to_breakpoint,  // of any warp, which becomes the chosen one; else the end
    back_instruction,
    back_line,
    back_over,
    back_to_breakpoint,
    back_to_start,
    back_to_write,  // to just before the last write of `address`, by any warp, which becomes the chosen one
    to_position,    // forwards or back
    stay,           // reports the state again, for another warp
};

// Stops to_breakpoint and back_to_breakpoint after an instruction that writes the bytes, before the warp's next instruction; the
// warp becomes the chosen one. Going back, the moment is the same: after the write.
struct DebugWatch {
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    bool any_write = false;  // also one that leaves the value as it was
    bool operator==(const DebugWatch&) const = default;
};

struct DebugCommand {
    DebugGo go = DebugGo::stay;
    std::uint32_t warp = 0;  // the chosen one
    int line = 0;
    std::uint64_t address = 0, position = 0;
    std::vector<DebugBreakpoint> breakpoints;
    bool look_ahead = true;  // fill DebugState::next
    bool stop_at_race = false;
    bool goes_on = false;  // with a step that a stop interrupted: it ends where it would have ended
    bool values = true;    // ... and what the accesses read and write
    std::vector<DebugWatch> watched = {};
    std::vector<std::string> expressions = {};  // to evaluate at the stop
    std::optional<DebugBytes> last_write = {};  // to look for, back from the stop: a replay
};

enum class BlocksBefore : std::uint8_t {
    not_run,  // memory is as at the start of the launch
    all_run,  // the blocks that come before it in the order of the schedule have run
};

}  // namespace warpwise
