#include "ui/workbench/recent_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "base/json.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

std::string count_text(int count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

// The last `parts` parts of a path; the whole path where it has no more.
std::string last_parts(const fs::path& path, std::size_t parts) {
    const auto all = static_cast<std::size_t>(std::distance(path.begin(), path.end()));
    if (parts >= all) return path.string();
    fs::path end;
    for (auto part = std::next(path.begin(), static_cast<std::ptrdiff_t>(all - parts)); part != path.end(); ++part) end /= *part;
    return end.string();
}

// Leaves the default where the key is absent or of another type.
template <typename T>
void take_value(const nlohmann::json& json, const char* key, T& value) {
    const auto found = json.find(key);
    if constexpr (std::is_same_v<T, bool>) {
        if (found != json.end() && found->is_boolean()) value = found->get<bool>();
    } else {
        if (found != json.end() && found->is_number_integer()) value = found->get<T>();
    }
}

std::optional<RecentFile> file_from_json(const nlohmann::json& json) {
    const auto path = json.is_object() ? json.find("path") : json.end();
    if (!json.is_object() || path == json.end() || !path->is_string()) return std::nullopt;
    RecentFile file{path->get<std::string>(), std::nullopt};
    if (!file.path.is_absolute()) return std::nullopt;
    const auto run = json.find("run");
    if (run == json.end() || !run->is_object()) return file;
    RecentRun& ran = file.run.emplace();
    take_value(*run, "changed", ran.changed);
    take_value(*run, "compiles", ran.compiles);
    take_value(*run, "mistakes", ran.mistakes);
    take_value(*run, "notes", ran.notes);
    take_value(*run, "exit_code", ran.exit_code);
    return file;
}

}  // namespace

std::vector<RecentFile> load_recent_files(const fs::path& file) {
    remove_stale_parts(file);
    std::vector<RecentFile> files;
    const auto text = read_regular_file(file, std::size_t{1} << 20);
    const nlohmann::json json = text ? parsed_or_discarded(*text) : nlohmann::json();
    if (!json.is_object() || !json.contains("files") || !json["files"].is_array()) return files;
    for (const nlohmann::json& one : json["files"])
        if (auto read = file_from_json(one); read && files.size() < kMostRecentFiles) files.push_back(std::move(*read));
    return files;
}

Result<void> save_recent_files(const fs::path& file, const std::vector<RecentFile>& files) {
    nlohmann::json all = nlohmann::json::array();
    for (const RecentFile& one : files) {
        nlohmann::json entry = {{"path", one.path.string()}};
        if (const auto& run = one.run)
            entry["run"] = {{"changed", run->changed},
                            {"compiles", run->compiles},
                            {"mistakes", run->mistakes},
                            {"notes", run->notes},
                            {"exit_code", run->exit_code}};
        all.push_back(std::move(entry));
    }
    const nlohmann::json json = {{"version", 1}, {"files", std::move(all)}};
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    return write_regular_file(file, json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

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
        for (std::size_t i = 0; i < paths.size(); ++i) by_name[names[i] = last_parts(paths[i], parts[i])].push_back(i);
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
    std::string text = run.mistakes > 0 ? count_text(run.mistakes, "mistake") : "no mistakes";
    const bool is_good = run.mistakes == 0 && run.exit_code == 0;
    if (run.exit_code != 0) text = run.mistakes > 0 ? text : fmt::format("exit code {}", run.exit_code);
    if (run.notes > 0) text += ", " + count_text(run.notes, "note");
    return {text, is_good ? RecentTone::good : RecentTone::wrong};
}

}  // namespace warpwise::ui
