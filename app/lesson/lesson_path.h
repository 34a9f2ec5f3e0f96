// A lesson by its place on the disk: a teacher's folder need not lie among the course's.
#pragma once

#include <filesystem>
#include <string_view>

#include "lesson/lesson.h"

namespace warpwise {

// Whether a text means a place on the disk and no id: it has a slash, or is ".", ".." or "lesson.toml".
bool is_path_text(std::string_view text);

// Whether `path` is a folder with a lesson.toml, or that file.
bool is_lesson_path(const std::filesystem::path& path);

// The absolute folder of the lesson at `path`, its folder or its lesson.toml. A usage error says what is not there.
Result<std::filesystem::path> lesson_folder_at(const std::filesystem::path& path);

// Reads the lesson at `path`; a failure tells all that is wrong with it, a line each.
Result<Lesson> load_lesson_at(const std::filesystem::path& path);

}  // namespace warpwise
