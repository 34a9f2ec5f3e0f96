// Which way a picture goes from its kernel to the screen: written by the GPU where OpenGL draws it, copied from the GPU by way of
// the host, or computed by a device that gives its arrays to the host. What cannot be chosen says why.
#pragma once

#include <string>

#include "ui/picture/animation_view.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// True when the GPU's picture is to be drawn this frame.
bool use_graphics(Workbench&, MovingState&);
// The record of that picture, without outputs: its values on the host are read now and then.
const RunRecord& graphics_record(Workbench&, MovingState&);
Transport transport_of(MovingState&, bool by_graphics);
void way_choice(Workbench&, MovingState&, bool by_graphics);
// Which way the picture goes, what each part took, and why it goes no other way.
void way_line(Workbench&, MovingState&, bool by_graphics);

}  // namespace warpwise::ui
