// LESSON on the command line: an id, a number or a folder's name of the course, or the path of a folder from anywhere.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "lesson/lesson.h"

namespace warpwise {

// A lesson that cannot be read is a usage error with all that is wrong with it.
Result<Lesson> load_lesson_argument(const std::string& name);

}  // namespace warpwise
