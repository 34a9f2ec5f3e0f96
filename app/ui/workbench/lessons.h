// The lessons that are there, how far the learner is in each, and what became of opening another one.
#pragma once

#include <list>
#include <optional>
#include <set>
#include <string>

#include "base/error.h"
#include "lesson/lesson.h"
#include "lesson/progress.h"

namespace warpwise::ui {

struct Lessons {
    Course course;
    Progress progress;
    std::list<Lesson> earlier;           // as they were before their files changed; runs and pictures may still hold them
    std::set<std::string> from_folders;  // ids of those that were opened from a folder
    bool changed = false;                // some came or were read again: what lists them is made anew
    std::optional<Error> open_problem;   // why the folder that was asked for is not open
    bool folder_opened = false;          // a lesson was just opened from a folder
};

}  // namespace warpwise::ui
