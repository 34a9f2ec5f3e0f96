// Which files lie in a lesson's folder, and which of them nothing refers to.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"
#include "lesson/lesson.h"

namespace warpwise {

struct LessonFiles {
    std::size_t count = 0;
    std::vector<std::string> stray;  // below the lesson's folder
};
// Backups and swap files of editors are passed over. An Error when the folder cannot be read.
Result<LessonFiles> files_of(const Lesson&);

}  // namespace warpwise
