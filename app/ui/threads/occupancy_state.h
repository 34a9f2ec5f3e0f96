// What the occupancy view keeps between frames.
#pragma once

#include <string>

namespace warpwise::ui {

struct OccupancyState {
    std::string compute_capability;  // empty: the present GPU's, once it is known
    int guessed_registers = 32;      // while no compiler has told
};

}  // namespace warpwise::ui
