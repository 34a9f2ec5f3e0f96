// The face of the timings view that lessons with a picture have: what a frame costs on each path to the screen.
#pragma once

#include "ui/timing/frame_costs.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// What the picture that is shown has noted of its frames.
struct FrameCostsState {
    FrameLog log;
    int steps_per_frame = 0;  // as it moves now; 0: as the lesson has it
    double axis_ms = 0;       // the end of the axis, held while the picture plays; 0: none yet
    std::string axis_lesson;
};

bool has_picture(const Lesson&);
void frame_costs_view(Workbench&);

}  // namespace warpwise::ui
