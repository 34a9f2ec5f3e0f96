// `warpwise shot FILE.cu --program [--launch N]`: main() runs, and one of its launches is opened, before the picture is taken.
#pragma once

#include "base/error.h"
#include "cli/window_options.h"

namespace warpwise::ui {

class App;

// Frames until it is done. An Error when there is no such launch, or it cannot be opened. Nothing was asked for: nothing happens.
Result<void> run_program_of(App&, const ShotOptions&);

}  // namespace warpwise::ui
