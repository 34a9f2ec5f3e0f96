// The CUDA files that were opened last, with what the last run of each came to, and their file: config_dir()/recent_files.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpwise::ui {

struct RecentRun {
    std::int64_t changed = 0;  // when the text that ran was last changed, as changed_at() says it
    bool compiles = true;
    int mistakes = 0, notes = 0;
    int exit_code = 0;  // of main(); 0 where only a kernel ran
    bool operator==(const RecentRun&) const = default;
};

struct RecentFile {
    std::filesystem::path path;    // absolute
    std::optional<RecentRun> run;  // nothing: it was opened and not run
    bool operator==(const RecentFile&) const = default;
};

inline constexpr std::size_t kMostRecentFiles = 8;

// Of the window.
struct RecentFiles {
    std::vector<RecentFile> files;
};
// What is not understood is left out; nothing depends on it.
std::vector<RecentFile> load_recent_files(const std::filesystem::path&);
Result<void> save_recent_files(const std::filesystem::path&, const std::vector<RecentFile>&);

// The newest first; a file that is opened again moves to the front and keeps its run.
void note_opened(std::vector<RecentFile>&, const std::filesystem::path&);
// Nothing where the file is not in the list.
void note_run(std::vector<RecentFile>&, const std::filesystem::path&, const RecentRun&);

// Of a file's last change; nothing: it is not there, or is not a file. Asks the disk, which may take its time.
std::optional<std::int64_t> changed_at(const std::filesystem::path&);

// The file's name, with as many of its folders as distinguish it from the other files: "first/reduce.cu" and "second/reduce.cu".
std::vector<std::string> names_apart(std::span<const std::filesystem::path>);

enum class RecentTone { good, wrong, changed, none };
struct RecentVerdict {
    std::string text;  // "1 mistake, 2 notes"
    RecentTone tone = RecentTone::none;
    bool operator==(const RecentVerdict&) const = default;
};
// `changed`: when the file as it is now was last changed; nothing if it is missing.
RecentVerdict verdict_of(const RecentFile&, std::optional<std::int64_t> changed);

}  // namespace warpwise::ui
