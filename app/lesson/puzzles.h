// What a lesson shows and asks for besides predictions and exercises, as data: a moment in the debugger, a kernel to break, lanes
// to choose at a stop of a warp, and lines of kernels to write, each a rung of a ladder.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/launch_shape.h"
#include "lesson/parameter_values.h"

namespace warpwise {

// What a count is worth: lower is better.
struct Score {
    std::string of;   // expression over a run's values
    std::string say;  // "sectors per request"
    double best = 0, silver = 0, bronze = 0;
};

// A kernel that passes by luck. The learner finds values with which it fails; the smaller their case, the better.
struct BreakIt {
    std::string id, title, ask;
    std::string kernel;
    ParameterValues values;         // it passes with them; over the defaults
    std::vector<std::string> vary;  // parameters that the learner may change
    bool schedules = false;         // the order of blocks and warps may be chosen, too
    ParameterValues smallest;       // over `values`: it fails with them, and with no smaller case
    std::string smallest_schedule;  // the order that they need: "reversed"; empty: the usual one
    Score size;                     // `of`: a formula over the parameters; `best` is that of `smallest`
    std::string why;                // told once it is broken
};

// A moment of a warp: it is about to execute a line.
struct WarpStop {
    enum class Choose : std::uint8_t {
        lanes,  // those that are active when the warp comes to `next`
        warps,  // those that may go on when this one has come to the barrier of the line
    };
    Choose choose = Choose::lanes;
    std::string line, next;  // markers in the kernel's source
    std::uint32_t warp = 0;
    int visit = 1;  // of the line: the how many-th
    std::string ask, why;
};

// The code stops, and the learner says which lanes stay active, or which warps may pass.
struct BeTheWarp {
    std::string id, title, ask;
    std::string kernel;
    ParameterValues values;  // over the defaults
    Dim3 block{0, 0, 0};     // the one whose warps are stepped
    std::vector<WarpStop> stops;
};

// A moment in the debugger that the prose leads to: a warp is about to execute a line.
struct ShownStep {
    std::string id, title;
    std::string look;  // what to look at there
    std::string kernel;
    ParameterValues values;  // over the defaults
    Dim3 block{0, 0, 0};
    std::string line;  // marker in the kernel's source
    std::uint32_t warp = 0;
    int visit = 1;     // of the line: the how many-th
    std::string view;  // which view of the debugger comes to the front: one of kDebuggerViews
};
inline constexpr std::array<const char*, 8> kDebuggerViews{"lanes",       "memory", "banks", "masks",
                                                           "array_strip", "flow",   "tile",  "bins"};

// A kernel with one line to write.
struct Rung {
    std::string id, title, ask;
    std::string kernel;                 // whose arguments, launch and reference it takes
    std::string file, entry;            // right, and with its line marked by //[line]
    std::string start;                  // what stands in its place at first
    ParameterValues values;             // what is drawn; over the defaults
    std::vector<ParameterValues> also;  // must be right, too
    std::string array;                  // drawn: who writes each of its elements
    Score par;
    std::string why;   // told at par
    std::string text;  // of the file
};
struct Ladder {
    std::string id, title;
    std::vector<Rung> rungs;
};
inline constexpr const char* kRungMarker = "line";

// The marked line of a rung's text, without its indent and its marker; empty: there is not exactly one.
std::string line_of(const Rung&);
// The rung's text with `line` in its place: all lines keep their numbers.
std::string text_with(const Rung&, const std::string& line);
// The number of that line, from 1; 0: there is none.
int line_number_of(const Rung&);
// The number of the line with a marker, which stands at its end or on lines of its own around it; 0: there is none.
int marked_line(const std::string& source, const std::string& marker);

}  // namespace warpwise
