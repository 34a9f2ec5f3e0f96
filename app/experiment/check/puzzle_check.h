// What `course verify` asks of [[break_it]], [[be_the_warp]] and [[ladder]].
#pragma once

#include "experiment/check/prediction_check.h"
#include "experiment/run/device_set.h"
#include "experiment/run/run_hooks.h"

namespace warpwise {

// The kernel passes with the values that are shown, it fails at the case called the smallest, and no smaller case was found.
CheckedPart check_break(const Lesson&, const BreakIt&, DeviceSet&, const RunHooks&);
// The debugger comes to every stop, and there is something to choose.
CheckedPart check_step(const Lesson&, const ShownStep&, DeviceSet&, const RunHooks&);
CheckedPart check_warp_stops(const Lesson&, const BeTheWarp&, DeviceSet&, const RunHooks&);
// The line of the file is right and reaches par exactly; the one that the learner begins with does not.
CheckedPart check_rung(const Lesson&, const Rung&, DeviceSet&, const RunHooks&);

}  // namespace warpwise
