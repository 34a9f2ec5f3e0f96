#include "ui/kit/path_entries.h"

#include <algorithm>
#include <cctype>
#include <system_error>
#include <tuple>

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostEntries = 2000;

char small_letter(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool begins_with(std::string_view name, std::string_view rest) {
    return name.size() >= rest.size() &&
           std::ranges::equal(name.substr(0, rest.size()), rest, [](char a, char b) { return small_letter(a) == small_letter(b); });
}

std::string in_small_letters(std::string text) {
    std::ranges::transform(text, text.begin(), small_letter);
    return text;
}

}  // namespace

TypedPath typed_path(std::string_view typed, const fs::path& home, const fs::path& current) {
    // a whole path that was typed or pasted behind the folder that is there begins anew
    for (const std::string_view anew : {"//", "/~/"})
        if (const std::size_t at = typed.rfind(anew); at != std::string_view::npos) typed.remove_prefix(at + 1);
    fs::path whole;
    if (typed == "~" || typed.starts_with("~/"))
        whole = home / std::string(typed.substr(std::min<std::size_t>(2, typed.size())));
    else
        whole = typed.starts_with('/') ? fs::path(typed) : current / std::string(typed);
    if (typed == "~" || typed.empty()) return {(typed.empty() ? current : home).lexically_normal(), ""};
    TypedPath path{whole.parent_path(), whole.filename().string()};
    if (path.rest == "." || path.rest == "..") path = {whole, ""};
    path.folder = path.folder.lexically_normal();
    if (!path.folder.has_filename() && path.folder.has_parent_path())
        path.folder = path.folder.parent_path();  // "/tmp/" of "/tmp/x/.."
    return path;
}

FolderListing list_folder(const fs::path& folder, std::span<const std::string> endings) {
    FolderListing listing{folder, {}, {}};
    std::error_code error;
    fs::directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    if (error) {
        listing.problem = !fs::exists(folder, error)        ? "There is no folder " + folder.string()
                          : fs::is_directory(folder, error) ? "The folder " + folder.string() + " cannot be read"
                                                            : folder.string() + " is not a folder";
        return listing;
    }
    for (; entry != fs::directory_iterator() && listing.entries.size() < kMostEntries; entry.increment(error)) {
        if (error) break;
        std::error_code unknown;
        const bool is_folder = entry->is_directory(unknown);
        const std::string name = entry->path().filename().string(), ending = in_small_letters(entry->path().extension().string());
        const bool is_wanted = !is_folder && std::ranges::find(endings, ending) != endings.end() && entry->is_regular_file(unknown);
        if (is_folder || is_wanted) listing.entries.push_back({name, is_folder});
    }
    std::ranges::sort(listing.entries, {},
                      [](const PathEntry& e) { return std::tuple(!e.is_folder, in_small_letters(e.name), e.name); });
    return listing;
}

std::vector<PathEntry> matching(const FolderListing& listing, std::string_view rest) {
    std::vector<PathEntry> found;
    for (const PathEntry& entry : listing.entries)
        if (begins_with(entry.name, rest) && (rest.starts_with('.') || !entry.name.starts_with('.'))) found.push_back(entry);
    return found;
}

std::string completed(std::string_view typed, std::string_view rest, std::span<const PathEntry> entries) {
    if (entries.empty() || !typed.ends_with(rest)) return std::string(typed);
    std::string common = entries.front().name;
    for (const PathEntry& entry : entries) {
        const auto [end, other] = std::ranges::mismatch(common, entry.name);
        common.erase(end, common.end());
    }
    if (common.size() < rest.size()) return std::string(typed);  // they differ in the case of a letter
    std::string text = std::string(typed.substr(0, typed.size() - rest.size())) + common;
    if (entries.size() == 1 && entries.front().is_folder) text += '/';
    return text;
}

}  // namespace warpwise::ui
