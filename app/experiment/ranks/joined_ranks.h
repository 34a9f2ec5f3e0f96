// The ranks of one run as a single report, for what is asked of a program as a whole.
#pragma once

#include "experiment/file/program_ranks.h"

namespace warpwise {

// Findings that several ranks have are told once, what was printed stands rank by rank, and `rank_values` has the counts of
// messages.
ProgramReport joined(const RanksReport&);

}  // namespace warpwise
