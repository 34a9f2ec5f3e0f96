// The course as a map, drawn and worked: stations for parts, dots for lessons.
#pragma once

namespace warpwise::ui {

struct Workbench;

// In the width that is there; below it what is not of the course, and what could not be read.
void course_map_view(Workbench&);

}  // namespace warpwise::ui
