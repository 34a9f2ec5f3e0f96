#include "lesson/trusted_packs.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <system_error>

#include "base/files.h"
#include "base/paths.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostTrustedBytes = std::size_t{1} << 20;

// Through links, so that a folder of another place is not taken for one of ours. Empty: it is not there.
fs::path canonical_or_empty(const fs::path& path) {
    std::error_code error;
    fs::path out = fs::canonical(path, error);
    return error ? fs::path() : out;
}

bool is_within(const fs::path& inner, const fs::path& outer) {
    if (inner.empty() || outer.empty()) return false;
    return std::ranges::mismatch(outer, inner).in1 == outer.end();
}

std::string known_packs() { return read_file(trusted_packs_file(), kMostTrustedBytes).value_or(""); }

}  // namespace

fs::path pack_of(const Lesson& lesson) {
    const fs::path own = canonical_or_empty(lesson.folder), parent = own.parent_path();
    std::error_code error;
    int lessons = 0;
    for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        if (entry->path().filename().string().starts_with('.') || !entry->is_directory(ignored)) continue;
        if (!fs::exists(entry->path() / "lesson.toml", ignored)) return own;
        ++lessons;
    }
    return error || lessons < 2 ? own : parent;
}

bool is_trusted(const Lesson& lesson) {
    const fs::path folder = canonical_or_empty(lesson.folder);
    if (is_within(folder, canonical_or_empty(data_dir() / "lessons"))) return true;
    for (const auto line : known_packs() | std::views::split('\n'))
        if (const std::string text(line.begin(), line.end()); !text.empty() && is_within(folder, fs::path(text))) return true;
    return false;
}

Result<void> trust(const fs::path& pack) {
    const fs::path folder = canonical_or_empty(pack);
    if (folder.empty() || folder.string().contains('\n')) return failure(fmt::format("{} cannot be trusted", pack.string()));
    std::string packs = known_packs();
    if (!packs.empty() && !packs.ends_with('\n')) packs += '\n';
    std::error_code error;
    fs::create_directories(trusted_packs_file().parent_path(), error);
    return write_file_atomically(trusted_packs_file(), packs + folder.string() + "\n");
}

fs::path trusted_packs_file() { return user_data_dir() / "trusted-packs.txt"; }

Error not_trusted(const Lesson& lesson) {
    return {ErrorKind::failure,
            fmt::format("this exercise of {} is a program, which would run with your rights, and its lessons are not trusted yet",
                        lesson.id),
            fmt::format("If you trust those who wrote {}, say so once with --trust.", shown_path(pack_of(lesson)))};
}

}  // namespace warpwise
