// A lesson by its content: two machines have the same one where this is the same.
#pragma once

#include <string>

#include "base/error.h"
#include "lesson/lesson.h"

namespace warpwise {

// The first 16 digits of a SHA-256 over the files of the lesson's folder, by their names, and its kernels' texts.
Result<std::string> hash_of_lesson(const Lesson&);

}  // namespace warpwise
