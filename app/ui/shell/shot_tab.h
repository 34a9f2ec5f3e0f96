// `warpwise shot --tab`: which view of the window is in front, or which face a view shows.
#pragma once

#include "base/error.h"
#include "cli/window_options.h"

namespace warpwise::ui {

struct Workbench;

// Whether the view has the tab; a usage error lists those that it has. Nothing was asked for: no error.
Result<void> check_tab(const ShotOptions&);
// After the first frame, in which the views begin with what the lesson says.
void choose_tab(Workbench&, const ShotOptions&);
// Once the picture is drawn: a view that this lesson's window does not have in front is an error.
Result<void> check_tab_is_seen(const Workbench&, const ShotOptions&);

}  // namespace warpwise::ui
