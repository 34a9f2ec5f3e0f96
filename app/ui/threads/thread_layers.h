// The thread grid of a launch with several layers along z: the stack of layers, one layer of it, and the order in which a block
// counts its threads.
#pragma once

#include <imgui.h>

#include "base/launch_shape.h"
#include "ui/threads/thread_layers_state.h"

namespace warpwise::ui {

struct Workbench;
struct LaunchFacts;
struct ThreadGridState;

ThreadFace shown_face(const ThreadLayersState&, const LaunchShape&);
// The faces to choose from, and a sentence on the one that is shown. Absent where a flat launch is drawn flat.
void layers_bar(Workbench&, const LaunchFacts&, ThreadLayersState&);
// Draws every face but the flat one; takes the mouse and the keys.
void layers_canvas(Workbench&, const LaunchFacts&, ThreadGridState&, ImVec2 min, ImVec2 max);

}  // namespace warpwise::ui
