// The files that a lesson names, found without ever leaving its folder or kernels/.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"
#include "lesson/lesson.h"

namespace warpwise {

// `relative` below `root` as a plain file; an Error when it is not there, is not a plain file, or links lead it outside.
Result<std::filesystem::path> find_below(const std::filesystem::path& root, const std::string& relative);

// Where a kernel's source lies: below the lesson's folder first, then below kernels/ of the program's data.
Result<std::filesystem::path> find_kernel_file(const Lesson& lesson, const KernelSpec& kernel);

// How people know it: "kernels/threads/add_one.cu" or "lessons/02_indexing_1d/own.cu"; in records, faults and diagnostics.
std::string shown_kernel_path(const Lesson& lesson, const KernelSpec& kernel);

// Its text as it is, marker lines and all.
Result<std::string> read_kernel_file(const Lesson& lesson, const KernelSpec& kernel);

}  // namespace warpwise
