// What a search found, on standard output.
#pragma once

#include "experiment/search/other_outcome.h"
#include "experiment/search/smallest_case.h"

namespace warpwise {

// The exit status: 1 where two outcomes differ by more than rounding, or nothing could run.
int print_found(const OtherOutcome&, bool json);

}  // namespace warpwise
