// Instructions beside the source, line by line: those of the emulator, which are there while a kernel is stepped, PTX or SASS. The
// lines of both sides are linked: by the mouse, and by the line that is about to be executed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/source/line_marks.h"
#include "ui/source/listing_view.h"

namespace warpwise::ui {

struct ListingBesideState {
    bool shown = false;
    BesideForm form = BesideForm::emulator;
    int hovered = 0;   // line of the source whose instructions are under the mouse; 0: none
    int scrolled = 0;  // the line that was last brought into sight
};

// In the room that is left. `wanted` is the line to show: under the mouse in the source, else about to be executed; 0: none.
// Returns the source line that was clicked.
std::optional<int> listing_beside(const Look&, ListingBesideState&, ListingViewState&, const KernelSource&, const LineMarks*,
                                  int wanted);

}  // namespace warpwise::ui
