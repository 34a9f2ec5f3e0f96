#include "lesson/lesson_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <vector>

namespace warpwise {
namespace fs = std::filesystem;

namespace {

constexpr const char* kManifestName = "lesson.toml";

// "/home/me/mine" of "./mine/" and "mine/../mine"
fs::path plain(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path, error).lexically_normal();
    return whole.has_filename() ? whole : whole.parent_path();
}

// A folder of lessons was given instead of one of them: the first, as an example.
std::optional<fs::path> a_lesson_in(const fs::path& folder) {
    std::vector<fs::path> lessons;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (is_lesson_path(entry->path())) lessons.push_back(entry->path());
    const auto first = std::ranges::min_element(lessons);
    return first == lessons.end() ? std::nullopt : std::optional(*first);
}

std::unexpected<Error> no_manifest(const fs::path& folder) {
    if (const auto inside = a_lesson_in(folder))
        return usage_error(fmt::format("{} has no lesson.toml", folder.string()),
                           fmt::format("It is a folder of lessons: name one of them, such as {}", inside->string()));
    return usage_error(fmt::format("{} has no lesson.toml", folder.string()),
                       "A lesson is a folder with lesson.toml and lesson.md; docs/writing-lessons.md describes them.");
}

}  // namespace

bool is_path_text(std::string_view text) {
    return text.find('/') != std::string_view::npos || text == "." || text == ".." || text == kManifestName;
}

bool is_lesson_path(const fs::path& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) return fs::exists(path / kManifestName, error);
    return path.filename() == kManifestName && fs::exists(path, error);
}

Result<fs::path> lesson_folder_at(const fs::path& path) {
    const fs::path whole = plain(path);
    std::error_code error;
    const fs::file_status status = fs::status(whole, error);
    if (status.type() == fs::file_type::not_found)
        return usage_error(fmt::format("there is no folder {}", whole.string()), "Check the spelling of the path.");
    if (status.type() == fs::file_type::none)
        return failure(fmt::format("{} cannot be read: {}", whole.string(), error.message()), "Check its permissions.");
    if (fs::is_directory(status)) {
        const bool found = fs::exists(whole / kManifestName, error);
        if (error)
            return failure(fmt::format("the folder {} cannot be read: {}", whole.string(), error.message()),
                           "Check its permissions.");
        if (found) return whole;
        return no_manifest(whole);
    }
    if (whole.filename() == kManifestName) return whole.parent_path();
    return usage_error(fmt::format("{} is not a lesson", whole.string()),
                       is_lesson_path(whole.parent_path())
                           ? fmt::format("Name the folder that contains it: {}", whole.parent_path().string())
                           : "Name a lesson's folder, or its lesson.toml.");
}

Result<Lesson> load_lesson_at(const fs::path& path) {
    const auto folder = lesson_folder_at(path);
    if (!folder) return std::unexpected(folder.error());
    auto lesson = load_lesson(*folder);
    if (lesson) return std::move(*lesson);
    std::string text = text_of(lesson.error());
    while (text.ends_with('\n')) text.pop_back();
    return failure(fmt::format("the lesson in {} cannot be read:\n{}", folder->string(), text));
}

}  // namespace warpwise
