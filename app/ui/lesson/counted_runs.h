// What the runs of the open lesson counted, of whichever kernel: a table of the prose compares presets, and choosing the next one
// forgets the results of the kernel before.
#pragma once

#include <deque>
#include <map>
#include <string>

#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct CountedRun {
    std::string kernel;
    ParameterValues parameters;
    bool as_preset = true;  // the lesson's text, with its formulas for grid and block: what a preset sets
    std::map<std::string, double> values;
};

struct CountedRuns {
    std::deque<CountedRun> runs;  // newest last, one for each kernel with its settings
};

void note_counted(Workbench&, const RunRecord&);
void forget_counted(Workbench&);  // another lesson is open, or its files have changed

// Of the newest run of a kernel, or of a preset (its name in brackets) with its settings. Before it ran, a preset has its settings
// alone, and a kernel nothing.
std::map<std::string, double> counted_values(const Workbench&, const std::string& of);

}  // namespace warpwise::ui
