// Records as a person reads them in a terminal.
#pragma once

#include <string>

#include "experiment/record/record.h"

namespace warpwise {

// Status, launch, times, counters, check and fault: some lines each.
std::string summary_of(const RunRecord&);
// "a = 1, 2, 3, 4, ... 100 (f32, 100)"
std::string first_elements(const Array&);

}  // namespace warpwise
