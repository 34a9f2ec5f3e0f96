#include "experiment/recording.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/json.h"
#include "base/paths.h"
#include "experiment/record_json.h"

namespace warpwise {
namespace fs = std::filesystem;
using nlohmann::json;
namespace {

constexpr const char* schema = "warpwise.recording/1";
constexpr std::size_t largest_file = std::size_t{256} << 20;

Result<Recording> load_recording(const fs::path& file) {
    const auto text = read_file(file, largest_file);
    if (!text) return std::unexpected(text.error());
    const auto parsed = parse_json(*text, file.filename().string());
    if (!parsed)
        return std::unexpected(
            Error{ErrorKind::failure, parsed.error().message, "The file was cut short or edited; record it again."});
    const json& whole = *parsed;
    if (!whole.is_object() || !whole.contains("schema") || !whole["schema"].is_string())
        return failure(fmt::format("{} is no recording", file.filename().string()), "`warpwise record -o FILE.json` makes one.");
    if (whole["schema"] != schema)
        return failure(fmt::format("{} is written as {}, this version reads {}", file.filename().string(),
                                   whole["schema"].get<std::string>(), schema),
                       "Use the version that wrote it, or a newer one.");
    Recording recording;
    recording.file = file;
    try {
        recording.device_name = whole.at("device").get<std::string>();
        recording.date = whole.at("date").get<std::string>();
        recording.machine = machine_from_json(whole.at("machine"));
        if (const auto list = whole.find("ceilings"); list != whole.end())
            for (const json& object : *list) {
                auto ceilings = ceilings_from_json(object);
                if (!ceilings) return std::unexpected(ceilings.error());
                ceilings->recorded = true;
                recording.ceilings.push_back(std::move(*ceilings));
            }
        for (const json& object : whole.at("records")) {
            auto record = record_from_json(object);
            if (!record) return std::unexpected(record.error());
            for (RecordedPhase& phase : record->phases) phase.source = "recorded";
            record->timeline_source = "recorded";
            recording.records.push_back(std::move(*record));
        }
    } catch (const json::exception& e) {
        return failure(fmt::format("{} is not as {} says: {}", file.filename().string(), schema, e.what()));
    }
    return recording;
}

bool same_value(const ParameterValue& a, const ParameterValue& b) {
    const auto number = [](const ParameterValue& v) -> std::optional<double> {
        if (const auto* i = std::get_if<std::int64_t>(&v)) return static_cast<double>(*i);
        if (const auto* d = std::get_if<double>(&v)) return *d;
        return std::nullopt;
    };
    // 1 and 1.0 are one value: JSON does not keep the difference.
    if (number(a) && number(b)) return *number(a) == *number(b);
    return a == b;
}

bool same_values(const ParameterValues& a, const ParameterValues& b, const std::string& except) {
    const auto covered = [&](const ParameterValues& from, const ParameterValues& in) {
        return std::ranges::all_of(from, [&](const auto& item) {
            if (item.first == except) return true;
            const auto found = in.find(item.first);
            return found != in.end() && same_value(item.second, found->second);
        });
    };
    return covered(a, b) && covered(b, a);
}

}  // namespace

std::vector<const RunRecord*> Recordings::find(const std::string& lesson, const std::string& kernel, DeviceKind device,
                                               const ParameterValues& parameters, const std::string& except) const {
    std::vector<const RunRecord*> found;
    for (const Recording& file : files)
        for (const RunRecord& record : file.records)
            if (record.lesson == lesson && record.request.kernel == kernel && record.device.kind == device &&
                same_values(record.request.parameters, parameters, except))
                found.push_back(&record);
    return found;
}

std::vector<fs::path> recording_dirs() { return {data_dir() / "assets/recordings", user_data_dir() / "recordings"}; }

Recordings load_recordings(const std::vector<fs::path>& dirs) {
    Recordings recordings;
    for (const fs::path& dir : dirs) {
        std::vector<fs::path> files;
        std::error_code error;
        // Not every machine has both folders.
        for (const auto& entry : fs::directory_iterator(dir, error))
            if (entry.path().extension() == ".json") files.push_back(entry.path());
        std::ranges::sort(files);
        for (const fs::path& file : files) {
            if (auto recording = load_recording(file))
                recordings.files.push_back(std::move(*recording));
            else
                recordings.problems.push_back(
                    {file.string(), 0, 0, 1, Severity::warning, recording.error().message, recording.error().hint});
        }
    }
    return recordings;
}

Result<void> save_recording(const fs::path& file, const Recording& recording) {
    json ceilings = json::array();
    for (const Ceilings& c : recording.ceilings) ceilings.push_back(to_json(c));
    std::string text =
        fmt::format("{{\"schema\": {}, \"device\": {}, \"date\": {},\n \"machine\": {},\n \"ceilings\": {},\n \"records\": [\n",
                    json_text(schema, -1), json_text(recording.device_name, -1), json_text(recording.date, -1),
                    json_text(to_json(recording.machine), -1), json_text(ceilings, -1));
    for (std::size_t i = 0; i < recording.records.size(); ++i)
        text += json_text(to_json(recording.records[i]), -1) + (i + 1 < recording.records.size() ? ",\n" : "\n");
    return write_file_atomically(file, text + "]}\n");
}

}  // namespace warpwise
