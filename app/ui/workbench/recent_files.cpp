#include "ui/workbench/recent_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <system_error>
#include <utility>

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

std::string counted(int count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

// The last `parts` parts of a path; the whole path where it has no more.
std::string end_of(const fs::path& path, std::size_t parts) {
    const auto all = static_cast<std::size_t>(std::distance(path.begin(), path.end()));
    if (parts >= all) return path.string();
    fs::path end;
    for (auto part = std::next(path.begin(), static_cast<std::ptrdiff_t>(all - parts)); part != path.end(); ++part) end /= *part;
    return end.string();
}

}  // namespace

void note_opened(std::vector<RecentFile>& files, const fs::path& path) {
    const auto known = std::ranges::find(files, path, &RecentFile::path);
    if (known != files.end())
        std::rotate(files.begin(), known, std::next(known));
    else
        files.insert(files.begin(), {path, std::nullopt});
    if (files.size() > kMostRecentFiles) files.resize(kMostRecentFiles);
}

void note_run(std::vector<RecentFile>& files, const fs::path& path, const RecentRun& run) {
    if (const auto known = std::ranges::find(files, path, &RecentFile::path); known != files.end()) known->run = run;
}

std::optional<std::int64_t> changed_at(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return std::nullopt;
    const fs::file_time_type changed = fs::last_write_time(path, error);
    if (error) return std::nullopt;
    return std::chrono::duration_cast<std::chrono::nanoseconds>(changed.time_since_epoch()).count();
}

std::vector<std::string> names_apart(std::span<const fs::path> paths) {
    std::vector<std::size_t> parts(paths.size(), 1);
    std::vector<std::string> names(paths.size());
    for (bool alike = true; alike;) {
        std::map<std::string, std::vector<std::size_t>> by_name;
        for (std::size_t i = 0; i < paths.size(); ++i) by_name[names[i] = end_of(paths[i], parts[i])].push_back(i);
        alike = false;
        for (const auto& [name, places] : by_name)
            for (const std::size_t i : places) {
                const bool is_shared = std::ranges::any_of(places, [&](std::size_t other) { return paths[other] != paths[i]; });
                if (!is_shared || name == paths[i].string()) continue;
                ++parts[i];
                alike = true;
            }
    }
    return names;
}

RecentVerdict verdict_of(const RecentFile& file, std::optional<std::int64_t> changed) {
    if (!changed) return {"missing", RecentTone::none};
    if (!file.run) return {"not run yet", RecentTone::none};
    const RecentRun& run = *file.run;
    if (*changed != run.changed) return {"edited since its last run", RecentTone::changed};
    if (!run.compiles) return {"does not compile", RecentTone::wrong};
    std::string text = run.mistakes > 0 ? counted(run.mistakes, "mistake") : "no mistakes";
    const bool is_good = run.mistakes == 0 && run.exit_code == 0;
    if (run.exit_code != 0) text = run.mistakes > 0 ? text : fmt::format("exit code {}", run.exit_code);
    if (run.notes > 0) text += ", " + counted(run.notes, "note");
    return {text, is_good ? RecentTone::good : RecentTone::wrong};
}

}  // namespace warpwise::ui
