// What the source panel shows of the debugger: the line that is about to be executed, breakpoints, and the heat of each line.
#pragma once

#include <map>

#include "ui/debugger/debugger_state.h"
#include "ui/source/line_marks.h"

namespace warpwise::ui {

struct Workbench;

// By line, over all functions of the text.
std::map<int, LineHeat> line_heat(const std::vector<LineCounts>&, Heat);
// The counts of the last run on the emulator if it is of what is stepped: the same kernel, text, values and launch, counted by
// line. Null: there is no such run.
const std::vector<LineCounts>* counts_of_launch(const RunRecord* latest, const DebugSubject&);
// "32", "1,024", "12.3k", "4.56M": at most six characters.
std::string short_count(double value);
const char* heat_title(Heat);  // "sectors per request"

// Reads the choices made in the source panel, and updates its marks if anything has changed.
void update_line_marks(Workbench&);

}  // namespace warpwise::ui
