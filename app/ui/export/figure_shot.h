// `warpwise shot --figure`: what a view shows, as a figure's file.
#pragma once

#include <optional>

#include "base/error.h"
#include "base/png.h"
#include "cli/window_options.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// Format, ground and scale of the options, checked against the view; before anything runs.
Result<void> check_figure_options(const ShotOptions&);
// Whether the figure is made from pixels, so that a host must draw; the others need no display.
bool needs_display(const ShotOptions&);
// Of a lesson that has run; `frame` is the last one that was drawn, for a figure that is made from pixels.
Result<void> write_figure(Workbench&, const std::optional<Image>& frame, const ShotOptions&);

}  // namespace warpwise::ui
