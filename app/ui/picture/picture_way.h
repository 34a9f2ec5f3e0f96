// Which way a picture goes from its kernel to the screen: written by the GPU where OpenGL draws it, copied from the GPU by way of
// the host, or computed by a device that gives its arrays to the host. What cannot be chosen says why.
#pragma once

#include <string>

#include "ui/picture/animation_view.h"
#include "ui/picture/picture_bar.h"
#include "ui/shell/workbench.h"

namespace warpwise::ui {

// True when the GPU's picture is to be drawn this frame.
bool use_graphics(Workbench&, MovingState&);
// The record of that picture, without outputs: its values on the host are read now and then.
const RunRecord& graphics_record(Workbench&, MovingState&);
Transport transport_of(MovingState&, bool by_graphics);

// "Path [CPU threads]": the way and, on the host, what computes. `id` names the list.
BarItem path_item(Workbench&, MovingState&, bool by_graphics, const char* id);
// "CPU threads": the path that is taken.
std::string path_title(const Workbench&, const MovingState&, bool by_graphics);
// Why the picture does not take the path that was asked for; empty: it does, or there is no other.
std::string path_note(const Workbench&, const MovingState&, bool by_graphics);

// Notes what the frame cost that was just shown, as a frame of `view` ("image 512 x 512"). `is_new`: its picture is another than
// the last frame's.
void note_costs(Workbench&, MovingState&, bool by_graphics, bool is_new, const std::string& view);

}  // namespace warpwise::ui
