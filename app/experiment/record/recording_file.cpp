// The file of a recording. What is the same for all runs stands once, at the top: a run's line holds what differs.
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "base/files.h"
#include "base/json.h"
#include "experiment/record/record_json.h"
#include "experiment/record/recording.h"

namespace warpwise {
namespace fs = std::filesystem;
using nlohmann::json;
namespace {

constexpr std::string_view kKind = "warpwise.recording/";
constexpr int kVersion = 2;  // 1 had every run complete
constexpr std::size_t kLargestFile = std::size_t{64} << 20;
constexpr int kKeptDigits = 6;  // of a time; its samples differ in the third
constexpr std::size_t kMostWordsOfADamagedRun = 3;

const char* const kRecordAgain = "`warpwise record -o FILE.json` makes one.";

// --- reading ---

// Where whole JSON ends or stops being JSON.
Result<json> parse(const std::string& text, const std::string& name) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) return failure(fmt::format("{} is empty", name), kRecordAgain);
    try {
        return parsed_json(text);
    } catch (const json::parse_error& error) {
        if (error.byte > text.size())
            return failure(fmt::format("{} is cut short: it ends after {} bytes, in the middle of a run", name, text.size()),
                           "Copy it again from its source, or record it again.");
        return failure(fmt::format("{} is not a recording: it stops being JSON at byte {} of {}", name, error.byte, text.size()),
                       kRecordAgain);
    } catch (const json::exception& error) {  // a number that no double holds
        return failure(fmt::format("{} is not a recording: {}", name, plain_words(error)), kRecordAgain);
    }
}

// The version of the file; an Error for other kinds of file, and for versions to come.
Result<int> version_of(const json& whole, const std::string& name) {
    const auto schema = whole.is_object() ? whole.find("schema") : whole.end();
    if (!whole.is_object() || schema == whole.end() || !schema->is_string())
        return failure(fmt::format("{} is JSON, but not a recording: it names no schema", name), kRecordAgain);
    const std::string text = schema->get<std::string>();
    if (text.starts_with("warpwise.run/"))
        return failure(fmt::format("{} is the record of one run, not a recording", name), kRecordAgain);
    if (!text.starts_with(kKind)) return failure(fmt::format("{} is not a recording but '{}'", name, text), kRecordAgain);
    for (int known = 1; known <= kVersion; ++known)
        if (text == fmt::format("{}{}", kKind, known)) return known;
    return failure(fmt::format("{} was written by a newer version of the program ({}; this one reads up to {}{})", name, text,
                               kKind, kVersion),
                   "Use that version, or record it again with this one.");
}

// Lends `line` what it leaves out of `common`, object by object; what it has itself stays in `common`. A copy for each of a
// thousand runs took as long as parsing the file.
void lend(json& common, json& line) {
    for (auto& [key, value] : common.get_ref<json::object_t&>())
        if (const auto own = line.find(key); own != line.end() && own->is_object() && value.is_object()) lend(value, *own);
    line.get_ref<json::object_t&>().merge(common.get_ref<json::object_t&>());
}

// Takes back what was lent. `whole`: what `common` was before.
void take_back(json& common, json& line, const json& whole) {
    for (const auto& [key, value] : whole.get_ref<const json::object_t&>()) {
        const auto here = common.find(key), there = line.find(key);
        if (here == common.end())
            common.get_ref<json::object_t&>().insert(line.get_ref<json::object_t&>().extract(key));
        else if (here->is_object() && there->is_object())
            take_back(*here, *there, value);
    }
}

json object_in(const json& whole, const char* key) {
    const json& part = json_part(whole, key);
    return part.is_object() ? part : json::object();
}

// Reads runs of a file of version 2, whose lines leave out what the file says once.
class LineReader {
  public:
    explicit LineReader(const json& file) : devices_(object_in(file, "devices")), whole_common_(object_in(file, "common")) {}

    Result<RunRecord> read(json& line) {
        if (const auto device = line.find("device"); device != line.end() && device->is_string())
            *device = devices_.at(device->get<std::string>());
        lend(common_, line);
        auto record = record_from_json(line);
        take_back(common_, line, whole_common_);
        return record;
    }

  private:
    const json devices_, whole_common_;
    json common_ = whole_common_;
};

Result<RunRecord> read_record(json& line, LineReader& reader, int version) {
    try {
        return version == 1 ? record_from_json(line) : reader.read(line);
    } catch (const json::exception& error) {
        return failure(plain_words(error));
    }
}

void mark_recorded(RunRecord& record) {
    for (RecordedPhase& phase : record.phases) phase.source = "recorded";
    record.timeline_source = "recorded";
}

Diagnostics damaged_runs(const fs::path& file, std::size_t count, const std::vector<std::string>& why) {
    if (count == 0) return {};
    return {{file.string(), 0, 0, 1, Severity::warning,
             fmt::format("{} {} damaged and skipped: {}{}", count, count == 1 ? "run is" : "runs are", fmt::join(why, "; "),
                         count > why.size() ? "; ..." : ""),
             "The other runs are shown. Copy the file again from its source, or record it again."}};
}

// --- writing ---

double rounded(double value) {
    if (value == 0 || !std::isfinite(value)) return value;
    const double scale = std::pow(10.0, kKeptDigits - 1 - std::floor(std::log10(std::abs(value))));
    return std::isfinite(scale) ? std::round(value * scale) / scale : value;
}

void round_numbers(json& value) {
    if (value.is_number_float())
        value = rounded(value.get<double>());
    else if (value.is_structured())
        for (json& part : value) round_numbers(part);
}

// What all runs have alike, and what is nothing in most. Never the parameters: a run has exactly those of its line.
json common_parts(const json& record) {
    json common = {{"schema", record.at("schema")},
                   {"machine", record.at("machine")},
                   {"version", record.at("version")},
                   {"diagnostics", json::array()},
                   {"fault", nullptr},
                   {"printed", ""},
                   {"counters", json::object()},
                   {"executed", record.at("executed")},
                   {"arrays", json::array()},
                   {"work", nullptr},
                   {"status", "ok"},
                   {"seed", 1},
                   {"date", record.at("date")}};
    for (const char* same : {"flushed_l2", "chunks", "streams", "copies", "timeline", "work"})
        if (const auto found = record.find(same); found != record.end()) common[same] = *found;
    common["timeline_source"] = "recorded";
    json& request = common["request"] = record.at("request");
    for (const char* own : {"lesson", "kernel", "device", "parameters"}) request.erase(own);
    if (record.at("check").is_object()) common["check"] = record.at("check");
    return common;
}

// Takes out of `record` what `common` says too.
void take_out(json& record, const json& common) {
    for (const auto& [key, value] : common.items()) {
        const auto own = record.find(key);
        if (own == record.end()) continue;
        if (*own == value)
            record.erase(own);
        else if (own->is_object() && value.is_object())
            take_out(*own, value);
    }
}

json line_of(const RunRecord& run, const json& common) {
    json record = to_json(run);
    record["arrays"] = json::array();  // digests of arrays that are not kept
    record["timeline_source"] = "recorded";
    record["request"].erase("parameters");  // they stand beside it
    const std::string device = name_of(run.device.id());
    record["device"] = device;
    for (json& span : record["timeline"])
        if (span["device"] == device) span.erase("device");
    if (record["readings_device"] == device) record.erase("readings_device");
    for (json& phase : record["phases"]) {
        for (const char* again : {"source", "median_ms", "mad_ms", "mean_ms", "std_ms", "min_ms"}) phase.erase(again);
        if (phase.at("marked").empty()) phase.erase("marked");
    }
    for (const char* measured : {"phases", "timeline", "readings"})
        if (const auto part = record.find(measured); part != record.end()) round_numbers(*part);
    take_out(record, common);
    return record;
}

}  // namespace

Result<LoadedRecording> load_recording(const fs::path& file) {
    const auto text = read_file(file, kLargestFile);
    if (!text) return std::unexpected(text.error());
    const std::string name = file.filename().string();
    auto parsed = parse(*text, name);
    if (!parsed) return std::unexpected(parsed.error());
    json& whole = *parsed;
    const auto found = version_of(whole, name);
    if (!found) return std::unexpected(found.error());
    LoadedRecording loaded;
    Recording& recording = loaded.recording;
    recording.file = file;
    std::size_t damaged = 0;
    std::vector<std::string> why;
    try {
        recording.device_name = whole.at("device").get<std::string>();
        recording.date = whole.at("date").get<std::string>();
        recording.machine = machine_from_json(whole.at("machine"));
        if (const auto list = whole.find("ceilings"); list != whole.end())
            for (const json& object : *list) {
                auto ceilings = ceilings_from_json(object);
                if (!ceilings) return failure(fmt::format("{} is damaged: {}", name, ceilings.error().message), kRecordAgain);
                ceilings->recorded = true;
                recording.ceilings.push_back(std::move(*ceilings));
            }
        json& lines = whole.at("records");
        if (!lines.is_array()) return failure(fmt::format("{} is damaged: its records are not a list", name), kRecordAgain);
        LineReader reader(whole);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            auto record = read_record(lines[i], reader, *found);
            if (record) {
                mark_recorded(*record);
                recording.records.push_back(std::move(*record));
            } else if (++damaged <= kMostWordsOfADamagedRun) {
                why.push_back(fmt::format("number {}: {}", i + 1, record.error().message));
            }
        }
    } catch (const json::exception& error) {
        return failure(fmt::format("{} is damaged: {}", name, plain_words(error)), kRecordAgain);
    }
    if (recording.records.empty() && damaged > 0)
        return failure(fmt::format("{} is damaged: none of its {} runs can be read ({})", name, damaged, why.front()),
                       "Copy it again from its source, or record it again.");
    loaded.problems = damaged_runs(file, damaged, why);
    return loaded;
}

Result<void> save_recording(const fs::path& file, const Recording& recording) {
    json devices = json::object(), common = json::object();
    if (!recording.records.empty()) common = common_parts(to_json(recording.records.front()));
    std::string lines;
    for (const RunRecord& record : recording.records) {
        devices[name_of(record.device.id())] = to_json(record.device);
        if (!lines.empty()) lines += ",\n";
        lines += json_text(line_of(record, common), -1);
    }
    json ceilings = json::array();
    for (const Ceilings& c : recording.ceilings) ceilings.push_back(to_json(c));
    const json head = {{"schema", fmt::format("{}{}", kKind, kVersion)},
                       {"device", recording.device_name},
                       {"date", recording.date},
                       {"machine", to_json(recording.machine)},
                       {"ceilings", ceilings},
                       {"devices", devices},
                       {"common", common}};
    std::string text = json_text(head, -1);
    text.pop_back();  // the brace that the records' list goes before
    return write_file_atomically(file, text + ",\n\"records\": [\n" + lines + "\n]}\n");
}

}  // namespace warpwise
