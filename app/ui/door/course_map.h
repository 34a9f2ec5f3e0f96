// The course as a map: its parts as stations of a line, drawn from what the lessons need. No window library in here.
#pragma once

#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise::ui {

struct MapPart {
    int part = 0;
    std::vector<const Lesson*> lessons;
    // Not on the line: no lesson of it needs one of the part before it on the line.
    bool is_branch = false;
    int after = 0;    // of a branch: the latest part that it needs; 0: none
    int minutes = 0;  // of its lessons
};

// In the course's order. A part without lessons is not there.
std::vector<MapPart> course_map(const std::vector<const Lesson*>& lessons);

// "1 h 40 min", "25 min"; empty for 0.
std::string duration_text(int minutes);
// "about 8 hours", "about 25 minutes"
std::string rough_duration_text(int minutes);

}  // namespace warpwise::ui
