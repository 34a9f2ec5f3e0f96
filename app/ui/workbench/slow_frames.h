// What moves slowly, a few pictures per second: the next frame waits for it, and the processor rests until then.
#pragma once

namespace warpwise::ui {

// Set anew in each frame by what moves.
struct SlowFrames {
    double due_s = 0;  // from the last frame to the next; 0: nothing moves
};

}  // namespace warpwise::ui
