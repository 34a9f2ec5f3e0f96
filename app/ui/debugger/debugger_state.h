// The state of the debugger in the window: what the session reported at its last stop, the command that is under way, and what the
// views share. Views read it, set what they share (lanes, pins, the order of rows, breakpoints) and post ask::DebugStep to move;
// only DebugControl sets what a session reported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "debug/debug_state.h"
#include "device/interface/debug_session.h"
#include "experiment/record/record.h"
#include "ui/workbench/requests.h"

namespace warpwise::ui {

// The order of rows in the table of lanes.
enum class VariableOrder { declared, changed_first, by_name };
// What the margin of the source shows for each line.
enum class Heat { executions, sectors, conflicts };

// What is stepped: fixed while a session is open.
struct DebugSubject {
    std::string lesson, kernel;         // ids
    ExperimentRequest request;          // the draft as it was
    std::string entry;                  // "transpose_tiled<float>"
    std::string origin;                 // "tiled.cu"
    std::string text;                   // what was compiled, and so what the lines are of
    std::optional<std::string> edited;  // the learner's text; nothing: the lesson's own
    // It is the learner's version of the exercise, not the draft's kernel.
    std::optional<ask::DebugExercise> exercise;
    std::string values;  // "n = 1,024, block = 256"; may be empty
    LaunchShape shape;
    DebugOptions options;                 // with the block that was entered
    std::vector<std::string> parameters;  // of the kernel, by argument
};

// Bytes of the emulated memory as they are at `now`.
struct DebugMemory {
    std::uint64_t address = 0, wanted = 0;  // as it was asked for
    std::vector<std::byte> bytes;           // fewer than `wanted` where the array ends
};

struct DebuggerState {
    // What the session reported; null while none is open. A new stop is a new object: views may keep what they made of an old one
    // by its address, and hold it to be sure.
    std::shared_ptr<const DebugState> now;
    std::shared_ptr<const DebugState> before;       // the stop before `now`
    std::shared_ptr<const DebugOverview> overview;  // null until it was counted
    std::shared_ptr<const std::vector<DebugArray>> arrays;
    std::shared_ptr<const DebugSubject> subject;

    // A view that shows memory puts what it wants here in every frame; it is there a frame or more later, and read again at each
    // stop. At most 1 MiB each.
    struct WantedMemory {
        std::uint64_t address = 0, bytes = 0;
        bool operator==(const WantedMemory&) const = default;
    };
    std::vector<WantedMemory> wanted_memory;
    std::shared_ptr<const std::vector<DebugMemory>> memory;

    // In the same way: expressions whose values a view shows, besides the pinned ones, and bytes whose last writer it tells.
    std::vector<std::string> wanted_expressions;
    std::optional<DebugBytes> wanted_writer;
    // What was found for `now` besides what it has itself.
    std::vector<DebugEvaluation> evaluated;
    struct LastWriter {
        DebugBytes of;
        std::optional<DebugWrite> write;  // nothing: this block has not written it
    };
    std::optional<LastWriter> writer;

    // What is on its way.
    bool busy = false;             // a session is being opened, or a command runs: buttons that move are then disabled
    std::string doing;             // "Compiling transpose_tiled", "Running to the barrier"
    std::optional<Error> problem;  // why no session is open, or why it was lost
    std::optional<Fault> refused;  // why none could be opened: it does not compile, the launch breaks a limit

    // Where the next session enters; the controls edit it.
    DebugOptions options;
    std::uint32_t warp = 0;  // the chosen one

    std::string look;        // what the lesson that led here says to look at; empty: it was opened otherwise
    std::string front_view;  // which view comes to the front when the layout changes for it; empty: lanes

    bool changed_layout = false;  // it was opened from Study or Present: who leaves it is back in Study

    // What the views have in common.
    int hovered_lane = -1;    // of this frame, set by whichever view the mouse is over; -1: none
    int hovered_before = -1;  // of the frame before: a view that is drawn earlier than the hovered one marks that lane
    int pinned_lane = -1;     // chosen by a click; -1: none
    VariableOrder order = VariableOrder::declared;
    std::vector<std::string> pinned;  // names or expressions that stay at the top of the table of lanes
    Heat heat = Heat::executions;
    bool show_heat = true;
    std::vector<DebugBreakpoint> breakpoints;  // of the draft's kernel, by line
    // Elements at whose changes a run stops: of this session, whose addresses they are.
    struct WatchedElement {
        std::string name;  // "c[7]"
        DebugWatch watch;
    };
    std::vector<WatchedElement> watched;
    std::optional<std::size_t> chosen_access;  // in shown_accesses()

    // The lane that every view marks: the hovered one, else the pinned one; -1: none.
    int shown_lane() const { return hovered_lane >= 0 ? hovered_lane : hovered_before >= 0 ? hovered_before : pinned_lane; }
    bool is_open() const { return now != nullptr; }
};

// Of an expression at this stop; null: not known yet.
const DebugEvaluation* evaluation_of(const DebuggerState&, std::string_view expression);
bool is_watched(const DebuggerState&, const DebugBytes&);
// Watches the element, or no longer.
void toggle_watch(DebuggerState&, const std::string& name, const DebugBytes&);

// Those among which the views of memory choose: of what the warp is about to execute, else of what it has executed of this line,
// else of the line before.
const std::vector<DebugAccess>& shown_accesses(const DebugState&);
// The chosen one of them, else the one that costs the most. Null: none.
const DebugAccess* shown_access(const DebuggerState&);

}  // namespace warpwise::ui
