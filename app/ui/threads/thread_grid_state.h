// What the thread grid keeps between frames: zoom, the cells it drew, the thread whose pop-up is open.
#pragma once

#include <cstdint>
#include <optional>

#include "gl/cell_grid.h"
#include "ui/threads/array_strip_state.h"
#include "ui/threads/thread_grid_layout.h"
#include "ui/threads/thread_layers_state.h"

namespace warpwise::ui {

// What the number in a thread's cell is, at every size: where it has no room there is none.
enum class CellNumber { index, thread_in_block };

struct ThreadGridState {
    CellNumber number = CellNumber::index;
    GridView view;
    LaunchShape view_shape;  // the zoom starts anew for another launch
    gl::CellGrid cells;
    std::uint64_t cells_version = 0;  // of the facts that `cells` holds
    bool dragging = false;
    bool points = false;                         // the pointed-at thread is this view's doing, so it takes it back
    std::optional<std::uint64_t> opened_thread;  // whose accesses the pop-up lists
    bool open_popup = false;
    ArrayStripState strip;  // the one below the grid
    ThreadLayersState layers;
};

}  // namespace warpwise::ui
