// `warpwise shot --figure`: what a view shows, as a figure's file.
#pragma once

#include "base/error.h"
#include "cli/window_options.h"
#include "ui/shell/app.h"

namespace warpwise::ui {

// Format, ground and scale of the options, checked against the view; before anything runs.
Result<void> check_figure_options(const ShotOptions&);
// Whether the figure is made from pixels, so that a host must draw; the others need no display.
bool needs_display(const ShotOptions&);
// Of an app that has run the lesson and, where the figure needs them, drawn and kept its frames.
Result<void> write_figure(App&, const ShotOptions&);

}  // namespace warpwise::ui
