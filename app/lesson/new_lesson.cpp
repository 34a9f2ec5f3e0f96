#include "lesson/new_lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <system_error>

#include "base/files.h"
#include "base/paths.h"
#include "lesson/manifest.h"

namespace warpwise {
namespace fs = std::filesystem;

namespace {

// "16_saxpy" is the lesson saxpy.
std::string id_of(const std::string& folder) {
    const std::size_t digits = std::min(folder.find_first_not_of("0123456789"), folder.size());
    return digits > 0 && digits < folder.size() && folder[digits] == '_' ? folder.substr(digits + 1) : folder;
}

bool is_id(const std::string& id) {
    const auto is_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    return !id.empty() && id.size() <= 64 && std::isdigit(static_cast<unsigned char>(id[0])) == 0 &&
           std::ranges::all_of(id, is_word);
}

// "bank_conflicts" reads "Bank conflicts".
std::string title_of(std::string id) {
    std::ranges::replace(id, '_', ' ');
    id[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(id[0])));
    return id;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

Result<void> copy_text(const fs::path& from, const fs::path& to, const std::string& id, const std::string& title) {
    const auto text = read_file(from, kMaxManifestBytes);
    if (!text) return std::unexpected(text.error());
    std::error_code error;
    fs::create_directories(to.parent_path(), error);
    if (error) return failure(fmt::format("the folder {} cannot be made: {}", to.parent_path().string(), error.message()));
    return write_file_atomically(to, replaced(replaced(*text, "@ID@", id), "@TITLE@", title));
}

}  // namespace

Result<NewLessonPlace> place_of_new_lesson(const fs::path& asked) {
    std::error_code error;
    fs::path folder = fs::absolute(asked, error).lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path();
    const std::string id = id_of(folder.filename().string());
    if (!is_id(id))
        return usage_error(fmt::format("\"{}\" cannot be a lesson's id", id),
                           "Use letters, digits and _, beginning with a letter: warpwise course new 16_saxpy");
    if (fs::exists(fs::symlink_status(folder, error)))
        return usage_error(fmt::format("{} is there already", folder.string()), "Choose another name, or remove it first.");
    for (fs::path above = folder.parent_path(); above.has_relative_path(); above = above.parent_path())
        if (fs::exists(above / "lesson.toml", error))
            return usage_error(fmt::format("{} is below the folder of a lesson, {}", folder.string(), above.string()),
                               "Make it beside that folder: a lesson's folder holds one lesson.");
    return NewLessonPlace{folder, id, title_of(id)};
}

Result<fs::path> make_lesson(const fs::path& asked) {
    const auto place = place_of_new_lesson(asked);
    if (!place) return std::unexpected(place.error());
    const auto& [folder, id, title] = *place;
    std::error_code error;
    const fs::path from = data_dir() / "assets" / "new_lesson";
    std::error_code unreadable;
    for (fs::recursive_directory_iterator entry(from, unreadable), end; !unreadable && entry != end; entry.increment(unreadable)) {
        if (!entry->is_regular_file(error)) continue;
        if (auto copied = copy_text(entry->path(), folder / entry->path().lexically_relative(from), id, title); !copied)
            return std::unexpected(copied.error());
    }
    if (unreadable) return failure(fmt::format("{} cannot be read: {}", from.string(), unreadable.message()));
    return folder;
}

}  // namespace warpwise
