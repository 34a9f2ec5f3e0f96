// The thread grid of a launch with several layers along z: the stack of layers, one layer of it, and the order in which a block
// counts its threads.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>

#include "ui/threads/thread_layers_layout.h"

namespace warpwise::ui {

struct Workbench;
struct LaunchFacts;
struct ThreadGridState;

enum class ThreadFace { stack, slice, order, flat };

struct ThreadLayersState {
    std::optional<ThreadFace> face;  // nothing was chosen: the stack where it has several layers, else flat
    std::int64_t layer = 0;          // of the slice
    LayerCamera stack, order, slice = camera_from_above();
    bool rotating = false;
    void forget_places();  // another launch: its cells lie elsewhere
};

ThreadFace shown_face(const ThreadLayersState&, const LaunchShape&);
// The faces to choose from, and a sentence on the one that is shown. Absent where a flat launch is drawn flat.
void layers_bar(Workbench&, const LaunchFacts&, ThreadLayersState&);
// Draws every face but the flat one; takes the mouse and the keys.
void layers_canvas(Workbench&, const LaunchFacts&, ThreadGridState&, ImVec2 min, ImVec2 max);

}  // namespace warpwise::ui
