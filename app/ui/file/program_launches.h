// The launches of a program that ran: a row for each, or for several that are alike, with small pictures; below a row what was
// found, and what can be done with the launch.
#pragma once

#include "ui/file/file_state.h"

namespace warpwise::ui {

// What follows a primary button in its row, which is higher than the rest.
void centre_on_button();
// Makes `state.rows` of the report where it is not made yet.
void list_launches(ProgramState&, const ProgramReport&);
void program_launches(Workbench&, const OpenedFile&, ProgramState&, const ProgramReport&);

}  // namespace warpwise::ui
