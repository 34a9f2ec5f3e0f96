// warpwise recordings [FILE...]: which are known here, and what they hold
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>

#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/commands.h"

namespace warpwise {
namespace {

struct Known {
    Recordings recordings;
    Diagnostics problems;
    std::optional<Error> wrong_usage;  // a named file that is not there, or is a folder
};

Known known_recordings(const RecordingsOptions& options) {
    Known known{load_recordings(recording_dirs()), {}, {}};
    for (const std::filesystem::path& file : options.files) {
        auto loaded = load_recording(file);
        if (loaded) {
            known.recordings.files.push_back(std::move(loaded->recording));
            known.problems.insert(known.problems.end(), loaded->problems.begin(), loaded->problems.end());
        } else if (loaded.error().kind == ErrorKind::usage) {
            known.wrong_usage = loaded.error();
        } else {
            known.problems.push_back({file.string(), 0, 0, 1, Severity::error, loaded.error().message, loaded.error().hint});
        }
    }
    known.problems.insert(known.problems.end(), known.recordings.problems.begin(), known.recordings.problems.end());
    if (const auto course = load_installed_course())
        for (const Recording& recording : known.recordings.files)
            for (Diagnostic& stranger : strangers_in(recording, *course)) known.problems.push_back(std::move(stranger));
    return known;
}

std::vector<std::string> lessons_of(const Recording& recording) {
    std::vector<std::string> lessons;
    for (const RunRecord& record : recording.records)
        if (std::ranges::find(lessons, record.lesson) == lessons.end()) lessons.push_back(record.lesson);
    return lessons;
}

std::vector<std::string> devices_of(const Recording& recording) {
    std::set<std::string> names;
    for (const RunRecord& record : recording.records) names.emplace(name_of(record.device.id()));
    return {names.begin(), names.end()};
}

nlohmann::json as_json(const Known& known) {
    nlohmann::json list = nlohmann::json::array(), problems = nlohmann::json::array();
    for (const Recording& recording : known.recordings.files)
        list.push_back({{"file", recording.file.string()},
                        {"device", recording.device_name},
                        {"date", recording.date},
                        {"devices", devices_of(recording)},
                        {"lessons", lessons_of(recording)},
                        {"points", recording.records.size()}});
    for (const Diagnostic& problem : known.problems)
        problems.push_back({{"file", problem.file}, {"message", problem.message}, {"hint", problem.hint}});
    return {{"recordings", list}, {"problems", problems}};
}

}  // namespace

int recordings_command(const RecordingsOptions& options) {
    const Known known = known_recordings(options);
    if (known.wrong_usage) return report(*known.wrong_usage);
    if (options.json) {
        print_to(stdout, "{}\n", json_text(as_json(known)));
    } else {
        for (const Recording& recording : known.recordings.files)
            print_to(stdout, "{}\n  {} points on {}\n  from the lessons {}\n  {}\n", recording.title(), recording.records.size(),
                     listed(devices_of(recording)), listed(lessons_of(recording)), recording.file.string());
        if (known.recordings.files.empty())
            print_to(stdout, "There are no recordings here. `warpwise record -o FILE.json` makes one.\n");
    }
    bool failed = false;
    for (const Diagnostic& problem : known.problems) {
        failed |= problem.severity == Severity::error;
        const Error error{ErrorKind::failure, problem.message, problem.hint};
        const std::string name = std::filesystem::path(problem.file).filename().string();
        const bool names_its_file = problem.message.find(name) != std::string::npos;
        print_to(stderr, "warpwise: {}{}\n", names_its_file ? "" : problem.file + ": ", error.text());
    }
    return failed ? static_cast<int>(ErrorKind::failure) : 0;
}

}  // namespace warpwise
