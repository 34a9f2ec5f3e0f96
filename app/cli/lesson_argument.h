// LESSON on the command line: an id, a number or a folder's name of the course; or a path, to a lesson's folder or its
// lesson.toml anywhere. Every command that takes a lesson asks here.
#pragma once

#include <string>

#include "base/error.h"
#include "cli/window_options.h"
#include "lesson/lesson.h"

namespace warpwise {

inline constexpr const char* kLessonArgumentHelp =
    "A lesson's id, number or folder in the course, or the path of any lesson folder";

// An unknown lesson is a usage error that suggests the nearest; one that cannot be read is a failure that tells all that is
// wrong with it.
Result<Lesson> load_lesson_argument(const std::string& name);

// The same for the window, which reads lessons itself: what it is to open. A broken lesson is reported here.
Result<LessonToOpen> lesson_to_open(const std::string& name);

}  // namespace warpwise
