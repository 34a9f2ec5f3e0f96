#include "experiment/kernel_includes.h"

#include <filesystem>

#include "base/paths.h"
#include "lesson/kernel_files.h"

namespace warpwise {

simt::CompileOptions includes_of(const Lesson& lesson, const KernelSpec& kernel) {
    namespace fs = std::filesystem;
    const auto absolute = [](const fs::path& path) { return fs::absolute(path).lexically_normal().string(); };
    simt::CompileOptions options;
    const auto file = find_kernel_file(lesson, kernel);
    options.folder = absolute(file ? file->parent_path() : lesson.folder);
    options.include_folders = {absolute(lesson.folder), absolute(data_dir() / "kernels")};
    return options;
}

}  // namespace warpwise
