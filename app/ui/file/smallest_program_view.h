// The smallest case of a program that shows its first mistake: the button that looks for it, and what was found.
#pragma once

#include "ui/file/file_state.h"

namespace warpwise::ui {

// Nothing where the report has no mistake, or is of a program that was stopped.
void smallest_program_view(Workbench&, const OpenedFile&, ProgramState&, const ProgramReport&);

}  // namespace warpwise::ui
