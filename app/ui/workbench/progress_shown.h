// Whether a run is shown as being under way. A run that ends within a blink is not: a bar that flashes says nothing.
#pragma once

#include <string>

namespace warpwise::ui {

struct Results;
struct Workbench;

inline constexpr double kLeastShownRunS = 0.15;

struct RunProgress {
    bool shown = false;
    float fraction = 0;
    std::string text;  // "indexing_1d on the emulator, 2 more to run"
};

// Of what is under way; of a sweep, of all its runs and not of the one that is under way.
double done_fraction(const Results&);
// The same answer for every caller in one frame.
const RunProgress& run_progress(Workbench&);

}  // namespace warpwise::ui
