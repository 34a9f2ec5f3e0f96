#include "lesson/lesson_stamp.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "lesson/kernel_files.h"

namespace warpwise {
namespace fs = std::filesystem;

namespace {

bool is_text_of_lesson(const fs::path& file) {
    constexpr std::array endings{".toml", ".md", ".cu", ".py"};
    return !file.filename().string().starts_with(".") && std::ranges::find(endings, file.extension()) != endings.end();
}

void add(LessonStamp& stamp, const fs::path& file) {
    std::error_code error;
    FileStamp one{file, fs::last_write_time(file, error), 0};
    if (error) return;
    one.bytes = fs::file_size(file, error);
    if (!error) stamp.push_back(std::move(one));
}

}  // namespace

LessonStamp stamp_of(const Lesson& lesson) {
    LessonStamp stamp;
    for (const fs::path& folder : {lesson.folder, lesson.folder / "python"}) {
        std::error_code error;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
            if (is_text_of_lesson(entry->path())) add(stamp, entry->path());
    }
    for (const KernelSpec& kernel : lesson.kernels)
        if (const auto file = find_kernel_file(lesson, kernel)) add(stamp, *file);
    std::ranges::sort(stamp, {}, &FileStamp::file);
    const auto twice = std::ranges::unique(stamp);
    stamp.erase(twice.begin(), twice.end());
    return stamp;
}

}  // namespace warpwise
