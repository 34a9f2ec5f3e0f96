// What the view `request` keeps between frames.
#pragma once

#include <string>

#include "lesson/request_view.h"

namespace warpwise::ui {

struct RequestState {
    std::string of;          // the lesson and the kernel whose start values were taken
    RequestShape shape;      // what is shown
    RequestShape of_lesson;  // what the view's options gave last: what changes there changes the shape
    int chosen_lane = -1;    // by a click; -1: none
};

}  // namespace warpwise::ui
