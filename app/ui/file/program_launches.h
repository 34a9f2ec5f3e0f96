// The launches of a program that ran: a list, and the chosen one with what can be done with it.
#pragma once

#include "ui/file/file_state.h"

namespace warpwise::ui {

// What follows a primary button in its row, which is higher than the rest.
void centre_on_button();
void program_launches(Workbench&, const OpenedFile&, ProgramState&, const ProgramReport&);

}  // namespace warpwise::ui
