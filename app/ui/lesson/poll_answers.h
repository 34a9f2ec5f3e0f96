// The learner's answers to the open lesson's predictions as a file for a class poll.
#pragma once

#include "ui/workbench/workbench.h"

namespace warpwise::ui {

bool has_committed_answers(const Workbench&);
// Writes answers_file() and says where it is, or why there is none.
void save_answers(Workbench&);

}  // namespace warpwise::ui
