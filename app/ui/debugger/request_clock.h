// How far the requests of a block have come in a view that goes through them without a session of the learner: play, step, a field.
#pragma once

#include <cstddef>
#include <functional>

#include "ui/kit/theme.h"

namespace warpwise::ui {

struct Workbench;

struct RequestClock {
    std::size_t requests = 0;  // that have been made
    double playing_at = -1;    // the share of the playback that is done; -1: it does not play
    void stop_at(std::size_t at) { requests = at, playing_at = -1; }
};
// In every frame in which the view is seen.
void advance(Workbench&, RequestClock&, std::size_t all);
struct ClockWords {
    const char* id;                // "tile": the controls are ###tile_play, ###tile_step, ###tile_jump
    const char *jump, *jump_help;  // "Filled": a moment that tells much
    const char* requests_help;
};
// `beside`: more controls in the row of the buttons.
void draw_clock(const Look&, RequestClock&, std::size_t all, std::size_t jump_to, const ClockWords&,
                const std::function<void()>& beside);

}  // namespace warpwise::ui
