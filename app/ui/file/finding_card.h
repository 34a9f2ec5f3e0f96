// A mistake or a note of a program: what happened, at which line, the lanes of a fault, and its hint, folded.
#pragma once

#include <string>

#include "experiment/file/program_report.h"
#include "ui/file/file_state.h"

namespace warpwise::ui {

// The background and the edge of a card with a finding.
ImU32 finding_ground(const Look&, bool is_mistake);
ImU32 finding_edge(const Look&, bool is_mistake);

// Within a card. `launch` is the one that the finding is of; null: of none. `text` is that of the finding's line, empty where it
// stands above.
void finding_part(Workbench&, const OpenedFile&, const ProgramReport&, const ProgramFinding&, const ProgramLaunch* launch,
                  const std::string& text);

// A row of text that shows a line of a file when it is clicked, if that file can be shown.
void place_row(Workbench&, const OpenedFile&, const std::string& text, const std::string& file, int line, ImU32 colour);

}  // namespace warpwise::ui
