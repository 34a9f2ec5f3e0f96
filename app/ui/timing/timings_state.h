// What the timings view keeps between frames.
#pragma once

#include <string>

namespace warpwise::ui {

enum class TimingsFace { frame, phases, samples, live };  // frame: of lessons with a picture

struct TimingsState {
    std::string lesson;  // whose state this is: another lesson starts as its manifest says
    TimingsFace face = TimingsFace::phases;
    // Times of one picture differ a thousandfold and more: on a linear axis the short ones would be hairlines.
    bool logarithmic = true, with_first = false;
};

}  // namespace warpwise::ui
