// Which of a compiler's messages to show where there is room for one.
#pragma once

#include "base/diagnostic.h"

namespace warpwise {

// The first error, else the first warning; null when there is neither.
const Diagnostic* first_of(const Diagnostics&);

}  // namespace warpwise
