// LESSON on the command line: an id, a number or a folder's name of the course, or the path of a folder from anywhere.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "lesson/lesson.h"

namespace warpwise {

// An unknown lesson is a usage error; one that cannot be read is a failure that tells all that is wrong with it.
Result<Lesson> load_lesson_argument(const std::string& name);

}  // namespace warpwise
