// Whether a lesson's files were changed since they were read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

struct FileStamp {
    std::filesystem::path file;
    std::filesystem::file_time_type changed;
    std::uintmax_t bytes = 0;
    bool operator==(const FileStamp&) const = default;
};
// Sorted by file; two differ when a file was changed, added or removed.
using LessonStamp = std::vector<FileStamp>;

// Of the texts in the lesson's folder and of its kernels' sources, wherever they lie. An editor's own files do not count.
LessonStamp stamp_of(const Lesson&);

}  // namespace warpwise
