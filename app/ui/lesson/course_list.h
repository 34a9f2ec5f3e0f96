// The course as a list of parts and lessons with the learner's progress: on the welcome page and in the course panel.
#pragma once

#include <string>
#include <string_view>

#include "lesson/course_summary.h"  // part_title
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

std::string numbered_title(const Lesson&);  // "7  Crossover"; a folder without a number gives the title alone
void course_list(Workbench&);
// The predictions that were wrong, each with what was answered; below the list in the course panel (review_list.cpp).
void review_list(Workbench&);
// The lesson to go on with: the last one opened or the next one after it that is not finished, else the first such one. Null in an
// empty course.
const Lesson* lesson_to_continue(const Workbench&);

// The page of what has been done in the whole course (ui/shell/summary_window.cpp).
struct SummaryState {
    bool is_open = false;
    std::string name;  // of the learner, for the saved page
    std::string said;  // where it was saved, or why not
};

}  // namespace warpwise::ui
