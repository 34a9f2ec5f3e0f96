#include "lesson/kernel_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "base/files.h"
#include "base/library_kernels.h"
#include "base/paths.h"
#include "lesson/source_markers.h"

namespace warpwise {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxSourceBytes = std::size_t{1} << 20;

// Without a link on the way below `root` there is nothing that could lead out of it: most files of a course are found by this
// alone, a few times as fast as by comparing canonical paths.
bool is_plain_file_below(const fs::path& root, const fs::path& relative) {
    fs::path path = root;
    fs::file_type type = fs::file_type::none;
    std::error_code error;
    for (const fs::path& part : relative) {
        path /= part;
        type = fs::symlink_status(path, error).type();
        if (type != fs::file_type::directory && type != fs::file_type::regular) return false;
    }
    return type == fs::file_type::regular;
}

}  // namespace

Result<fs::path> find_below(const fs::path& root, const std::string& relative) {
    std::error_code error;
    const fs::path wanted(relative), path = root / wanted;
    if (wanted.is_absolute() || std::ranges::find(wanted, "..") != wanted.end())
        return usage_error(fmt::format("{} leads out of the folder {}", relative, root.filename().string()));
    if (is_plain_file_below(root, wanted)) return path;
    const fs::path real_root = fs::canonical(root, error);
    if (error) return failure(fmt::format("the folder {} cannot be read: {}", root.string(), error.message()));
    const fs::path real = fs::canonical(path, error);
    if (error == std::errc::permission_denied)
        return failure(fmt::format("{} in {} cannot be read: {}", relative, root.filename().string(), error.message()),
                       "Check its permissions.");
    if (error) return usage_error(fmt::format("there is no file {} in {}", relative, root.filename().string()));
    if (std::ranges::mismatch(real_root, real).in1 != real_root.end())
        return usage_error(fmt::format("{} is a link that leads out of the folder {}", relative, root.filename().string()));
    if (!fs::is_regular_file(real, error))
        return usage_error(fmt::format("{} in {} is not a regular file", relative, root.filename().string()));
    return path;
}

Result<fs::path> find_kernel_file(const Lesson& lesson, const KernelSpec& kernel) {
    const auto in_lesson = find_below(lesson.folder, kernel.source);
    if (in_lesson) return in_lesson;
    const auto in_kernels = find_below(data_dir() / "kernels", kernel.source);
    if (in_kernels) return in_kernels;
    return usage_error(fmt::format("there is no kernel source {}, neither in the lesson's folder nor in kernels/", kernel.source),
                       "Give a path such as threads/add_one.cu.");
}

std::string shown_kernel_path(const Lesson& lesson, const KernelSpec& kernel) {
    if (const LibraryKernel* routine = find_library_kernel(kernel.entry)) return std::string(routine->library);
    const bool own = find_below(lesson.folder, kernel.source).has_value();
    return (own ? fs::path("lessons") / lesson.folder.filename() : fs::path("kernels")) / kernel.source;
}

Result<std::string> read_kernel_file(const Lesson& lesson, const KernelSpec& kernel) {
    if (const LibraryKernel* routine = find_library_kernel(kernel.entry)) return library_kernel_text(*routine);
    const auto path = find_kernel_file(lesson, kernel);
    if (!path) return std::unexpected(path.error());
    auto text = read_file(*path, kMaxSourceBytes);
    if (text && !is_utf8(*text))
        return failure(fmt::format("the kernel source {} is not UTF-8 text", kernel.source), "Save it as UTF-8.");
    return text;
}

Result<std::string> read_kernel_source(const Lesson& lesson, const KernelSpec& kernel) {
    const auto text = read_kernel_file(lesson, kernel);
    if (!text) return std::unexpected(text.error());
    return blank_markers(*text);
}

}  // namespace warpwise
