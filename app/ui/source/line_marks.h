// The marks beside the lines of the kernel's text while it is debugged. The debugger sets them in each frame; the source panel
// draws them and posts ask::ToggleBreakpoint.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "debug/debug_state.h"

namespace warpwise::ui {

struct LineHeat {
    std::string text;     // "32", "4 sect"; at most seven characters
    float share = 0;      // of the hottest line, 0 to 1
    bool costly = false;  // more than the work needs
    std::string help;
};

struct LineMarks {
    bool shown = false;
    bool of_exercise = false;  // beside the learner's version of the exercise, not beside the kernel
    std::string text;          // whose lines `current` and `heat` are: beside another text they mean nothing
    int current = 0;           // about to be executed; 0: none
    bool faulted = false;      // ... and cannot be
    std::string values;        // of one lane in that line: "lane 7:  12 = 7 + 5"; empty: nothing is known
    // Draws a tooltip with the lanes of an expression under the mouse. Empty: nothing is stopped.
    std::function<void(const std::string& expression)> show_lanes;
    std::shared_ptr<const DebugOverview> code;  // whose instructions are those of the text; null: none are known
    bool changed = false;                       // a new stop: the line is brought into sight
    std::map<int, LineHeat> heat;
    std::map<int, std::string> breakpoints;  // their conditions
    std::string heat_of;                     // "sectors per request, in block 3 alone"; empty: no heat
    std::vector<std::string> choices;        // of what the heat is of
    int chosen = 0;                          // the learner's choice, among `choices`; past the last: none
    std::vector<std::string> extents;        // over what it is counted: the debugger's block, the whole launch; empty: no choice
    int extent = 0;                          // the learner's choice, among `extents`
};

}  // namespace warpwise::ui
