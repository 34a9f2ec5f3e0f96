// The course as a map, drawn and worked: stations for parts, dots for lessons.
#pragma once

namespace warpwise::ui {

struct Workbench;

// In the available width. Below it: lessons that are not part of the course, and those that could not be read.
void course_map_view(Workbench&);

}  // namespace warpwise::ui
