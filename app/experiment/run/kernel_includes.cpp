#include "experiment/run/kernel_includes.h"

#include <filesystem>

#include "base/paths.h"
#include "lesson/kernel_files.h"

namespace warpwise {

simt::CompileOptions includes_of(const Lesson& lesson, const KernelSpec& kernel) {
    namespace fs = std::filesystem;
    // A lesson that was never in a folder has none.
    const auto absolute = [](const fs::path& path) {
        return path.empty() ? std::string() : fs::absolute(path).lexically_normal().string();
    };
    simt::CompileOptions options;
    const auto file = find_kernel_file(lesson, kernel);
    options.folder = absolute(file ? file->parent_path() : lesson.folder);
    if (!lesson.folder.empty()) options.include_folders.push_back(absolute(lesson.folder));
    options.include_folders.push_back(absolute(data_dir() / "kernels"));
    options.leaves_out_host_code = lesson.playground;
    return options;
}

simt::CompileOptions includes_of_submission(const Lesson& lesson, const KernelSpec& kernel) {
    simt::CompileOptions options = includes_of(lesson, kernel);
    options.hides_answers = true;
    return options;
}

}  // namespace warpwise
