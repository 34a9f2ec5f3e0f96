#include "experiment/record/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>

#include "base/paths.h"
#include "base/suggest.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kDateDigits = 10;  // of "2026-11-21T05:08:47Z"

std::optional<double> number_in(const ParameterValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return std::nullopt;
}

bool same_value(const ParameterValue& a, const ParameterValue& b) {
    // 1 and 1.0 are one value: JSON does not keep the difference.
    if (number_in(a) && number_in(b)) return *number_in(a) == *number_in(b);
    return a == b;
}

// The parameters in which the two differ, and those that only one has.
std::set<std::string> differing(const ParameterValues& a, const ParameterValues& b) {
    std::set<std::string> names;
    for (const auto& [name, value] : a)
        if (const auto other = b.find(name); other == b.end() || !same_value(value, other->second)) names.insert(name);
    for (const auto& [name, value] : b)
        if (!a.contains(name)) names.insert(name);
    return names;
}

bool is_of(const RunRecord& record, const std::string& lesson, const std::string& kernel, const DeviceId& device) {
    return record.lesson == lesson && record.request.kernel == kernel && record.device.id() == device;
}

// The recorded values of one parameter on both sides of the one asked for; of words, all.
std::vector<std::string> values_around(const std::vector<const ParameterValue*>& recorded, const ParameterValue& asked) {
    const auto wanted = number_in(asked);
    std::set<std::string> words;
    double below = -std::numeric_limits<double>::infinity(), above = std::numeric_limits<double>::infinity();
    std::string below_text, above_text;
    for (const ParameterValue* value : recorded) {
        const auto number = number_in(*value);
        if (!wanted || !number) {
            words.insert(text_of(*value));
        } else if (*number < *wanted && *number > below) {
            below = *number, below_text = text_of(*value);
        } else if (*number > *wanted && *number < above) {
            above = *number, above_text = text_of(*value);
        }
    }
    std::vector<std::string> texts(words.begin(), words.end());
    for (const std::string& text : {below_text, above_text})
        if (!text.empty()) texts.push_back(text);
    return texts;
}

std::string values_text(const ParameterValues& values, const std::set<std::string>& names) {
    std::vector<std::string> texts;
    for (const std::string& name : names)
        if (const auto found = values.find(name); found != values.end())
            texts.push_back(fmt::format("{} = {}", name, text_of(found->second)));
    return listed(texts);
}

}  // namespace

std::vector<const RunRecord*> Recording::find(const std::string& lesson, const std::string& kernel, const DeviceId& device,
                                              const ParameterValues& parameters, const std::string& except) const {
    std::vector<const RunRecord*> found;
    for (const RunRecord& record : records) {
        if (!is_of(record, lesson, kernel, device)) continue;
        std::set<std::string> names = differing(record.request.parameters, parameters);
        names.erase(except);
        if (names.empty()) found.push_back(&record);
    }
    return found;
}

bool Recording::has(const std::string& lesson, const std::string& kernel, const DeviceId& device) const {
    return std::ranges::any_of(records, [&](const RunRecord& record) { return is_of(record, lesson, kernel, device); });
}

std::vector<DeviceId> Recording::shown_devices() const {
    std::set<DeviceId> gpus, others;
    for (const RunRecord& record : records) {
        const DeviceTraits& traits = traits_of(record.device.kind);
        if (traits.has_times) (traits.is_gpu ? gpus : others).insert(record.device.id());
    }
    const std::set<DeviceId>& shown = gpus.empty() ? others : gpus;
    return {shown.begin(), shown.end()};
}

std::string Recording::title() const { return fmt::format("{}, {}", device_name, date.substr(0, kDateDigits)); }

std::vector<const RunRecord*> Recordings::find(const std::string& lesson, const std::string& kernel, const DeviceId& device,
                                               const ParameterValues& parameters, const std::string& except) const {
    std::vector<const RunRecord*> found;
    for (const Recording& file : files)
        std::ranges::copy(file.find(lesson, kernel, device, parameters, except), std::back_inserter(found));
    return found;
}

fs::path shipped_recordings_dir() { return data_dir() / "assets/recordings"; }
fs::path kept_recordings_dir() { return user_data_dir() / "recordings"; }
std::vector<fs::path> recording_dirs() { return {shipped_recordings_dir(), kept_recordings_dir()}; }

Recordings load_recordings(const std::vector<fs::path>& dirs) {
    Recordings recordings;
    for (const fs::path& dir : dirs) {
        std::vector<fs::path> files;
        std::error_code error;
        // Not every machine has both folders.
        for (fs::directory_iterator entry(dir, error), end; !error && entry != end; entry.increment(error))
            if (entry->path().extension() == ".json") files.push_back(entry->path());
        std::ranges::sort(files);
        for (const fs::path& file : files) {
            const bool is_regular = fs::is_regular_file(file, error);  // a pipe would be waited for
            auto loaded = is_regular ? load_recording(file) : failure(fmt::format("{} is not a file", file.filename().string()));
            if (!loaded) {
                recordings.problems.push_back(
                    {file.string(), 0, 0, 1, Severity::warning, loaded.error().message, loaded.error().hint});
                continue;
            }
            recordings.files.push_back(std::move(loaded->recording));
            for (Diagnostic& problem : loaded->problems) recordings.problems.push_back(std::move(problem));
        }
    }
    return recordings;
}

std::string nearest_recorded(const Recordings& recordings, const Lesson& lesson, const std::string& kernel, const DeviceId& device,
                             const ParameterValues& parameters) {
    std::vector<const RunRecord*> of_kernel;
    std::set<std::string> kernels;
    for (const Recording& file : recordings.files)
        for (const RunRecord& record : file.records) {
            if (record.lesson == lesson.id && record.device.id() == device) kernels.insert(record.request.kernel);
            if (is_of(record, lesson.id, kernel, device)) of_kernel.push_back(&record);
        }
    if (of_kernel.empty()) {
        if (kernels.empty()) return {};
        return fmt::format("For this lesson {} recorded: {}.", kernels.size() == 1 ? "one kernel is" : "these kernels are",
                           listed(std::vector<std::string>(kernels.begin(), kernels.end())));
    }
    // First what one changed parameter would reach; else the run with the fewest differences.
    std::map<std::string, std::vector<const ParameterValue*>> reachable;
    const RunRecord* nearest = of_kernel.front();
    std::set<std::string> differences = differing(nearest->request.parameters, parameters);
    for (const RunRecord* record : of_kernel) {
        const std::set<std::string> names = differing(record->request.parameters, parameters);
        if (names.size() == 1 && record->request.parameters.contains(*names.begin()))
            reachable[*names.begin()].push_back(&record->request.parameters.at(*names.begin()));
        if (names.size() < differences.size()) nearest = record, differences = names;
    }
    if (reachable.empty())
        return fmt::format("The nearest run that is recorded has {}.", values_text(nearest->request.parameters, differences));
    std::vector<std::string> ways;
    for (const auto& [name, values] : reachable) {
        const auto asked = parameters.find(name);
        if (asked == parameters.end()) continue;
        if (const std::vector<std::string> around = values_around(values, asked->second); !around.empty())
            ways.push_back(fmt::format("{} = {}", name, fmt::join(around, " or ")));
    }
    return fmt::format("The nearest recorded values: {}.", fmt::join(ways, "; "));
}

Diagnostics strangers_in(const Recording& recording, const Course& course) {
    std::set<std::string> unknown;
    std::size_t runs = 0;
    for (const RunRecord& record : recording.records) {
        const Lesson* lesson = course.find(record.lesson);
        if (lesson != nullptr && lesson->find_kernel(record.request.kernel) != nullptr) {
            const ParameterValues defaults = lesson->defaults();
            const auto known = [&](const auto& item) { return defaults.contains(item.first); };
            if (record.request.parameters.size() == defaults.size() && std::ranges::all_of(record.request.parameters, known))
                continue;
            unknown.insert(fmt::format("other parameters of lesson '{}'", record.lesson));
        } else if (lesson == nullptr) {
            unknown.insert(fmt::format("lesson '{}'", record.lesson));
        } else {
            unknown.insert(fmt::format("kernel '{}' of lesson '{}'", record.request.kernel, record.lesson));
        }
        ++runs;
    }
    if (runs == 0) return {};
    return {{recording.file.string(), 0, 0, 1, Severity::note,
             fmt::format("{} of its {} runs belong to lessons or kernels that this course does not have: {}", runs,
                         recording.records.size(), listed(std::vector<std::string>(unknown.begin(), unknown.end()))),
             "They are not shown; the other runs are. The course they were recorded with has these lessons."}};
}

}  // namespace warpwise
