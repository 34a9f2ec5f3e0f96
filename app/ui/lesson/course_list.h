// The course as a list of parts and lessons with the learner's progress: on the welcome page and in the course panel.
#pragma once

#include <string>
#include <string_view>

#include "ui/workbench/workbench.h"

namespace warpwise::ui {

std::string_view part_title(int part);      // "Part I  Threads"
std::string numbered_title(const Lesson&);  // "7  Crossover"; a folder without a number gives the title alone
void course_list(Workbench&);
// The predictions that were wrong, each with what was answered; below the list in the course panel (review_list.cpp).
void review_list(Workbench&);
// The lesson to go on with: the last one opened or the next one after it that is not finished, else the first such one. Null in an
// empty course.
const Lesson* lesson_to_continue(const Workbench&);

}  // namespace warpwise::ui
