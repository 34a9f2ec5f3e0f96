// What the table of lanes keeps between frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "debug/debug_state.h"
#include "ui/debugger/lane_card.h"

namespace warpwise::ui {

struct LaneTableState {
    std::set<std::string> expanded;
    // What is decided once and kept while a function runs or the panel keeps its width, so that the table does not jump from step
    // to step.
    std::string function;
    float width = 0;                        // of the panel, scaled, for which `columns` were chosen
    int columns = kDebugLanes;              // lanes side by side: all, or half of them
    float name_width = 0;                   // unscaled
    std::set<std::string> tall;             // rows whose values need two decks of cells
    float height = 0, operands_height = 0;  // unscaled
    bool shows_status = false;              // a row of its own: some lane has not been active
    float card_height = 110;                // unscaled; of the frame before
    float advice_height = 0;                // pixels by which the lines of advice made the card higher
    std::string typed;                      // an expression that is not pinned yet
    int shows_addresses = 0;                // in place of strips of colour
    std::size_t operand = ~std::size_t{0};  // chosen by a click
    LaneCardState card;
};

}  // namespace warpwise::ui
