// What the layers of the thread grid keep between frames.
#pragma once

#include <cstdint>
#include <optional>

#include "ui/threads/thread_layers_layout.h"

namespace warpwise::ui {

enum class ThreadFace { stack, slice, order, flat };

struct ThreadLayersState {
    std::optional<ThreadFace> face;  // nothing was chosen: the stack where it has several layers, else flat
    std::int64_t layer = 0;          // of the slice
    LayerCamera stack, order, slice = camera_from_above();
    bool rotating = false;
    // Another launch: its cells lie elsewhere.
    void forget_places() {
        stack.zoom = order.zoom = 1;
        slice = camera_from_above();
    }
};

}  // namespace warpwise::ui
