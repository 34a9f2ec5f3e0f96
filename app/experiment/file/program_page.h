// What a program did, as parts of a page: the reports of `warpwise exec --html` and of program exercises have them in common.
#pragma once

#include <string>

#include "experiment/file/program_report.h"

namespace warpwise {

// The page's own style, for a <style> element.
std::string_view program_style();

// Launches, copies and waits in their order, each with its line; a thread grid and arrays before and after where they are known;
// what was found, below the launch or after all of them. `text` is that of the program's file; other files are read.
std::string program_steps_html(const ProgramReport&, const std::string& text);

// The grid of the first launch with a fault, else of the first launch, for a wall of hand-ins; empty without launches.
std::string program_thumbnail_html(const ProgramReport&);

}  // namespace warpwise
