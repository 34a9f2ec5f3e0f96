#include "experiment/ranks/recorded_jobs.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "base/files.h"
#include "base/json.h"
#include "experiment/record/record.h"
#include "experiment/record/record_json.h"
#include "experiment/record/recording.h"

namespace warpwise {
namespace fs = std::filesystem;
using nlohmann::json;
namespace {

constexpr const char* kSchema = "warpwise.jobs/1";

JobGpus gpus_in(const json& in) {
    JobGpus out;
    for (const json& each : in.at("gpus")) out.gpus.push_back({each.at("ordinal"), each.at("name")});
    const std::string path = in.at("path");
    for (const JobTarget::Path each : {JobTarget::Path::nccl, JobTarget::Path::staged})
        if (path == name_of(each)) out.path = each;
    out.why = in.at("why");
    return out;
}

RankTimeline timeline_in(const json& in) {
    RankTimeline out;
    out.length_s = in.at("length_s");
    out.rounds_s = in.at("rounds_s").get<std::vector<double>>();
    for (const json& rank : in.at("ranks")) {
        RankTimeline::Row& row = out.rows.emplace_back();
        row.messages = rank.at("messages");
        row.bytes_sent = rank.at("bytes_sent");
        row.collective_calls = rank.at("collective_calls");
        for (const json& each : rank.at("calls")) {
            MpiCall& call = row.calls.emplace_back();
            call.call = each.at("call");
            call.line = each.at("line");
            call.to = each.at("to");
            call.from = each.at("from");
            call.tag = each.at("tag");
            call.bytes = each.at("bytes");
            call.is_collective = each.at("is_collective");
            call.begin_s = each.at("begin_s");
            call.end_s = optional_in<double>(each, "end_s");
        }
        for (const json& each : rank.at("launches"))
            row.launches.push_back({each.at("kernel"), each.at("line"), each.at("begin_s"), each.at("end_s")});
        for (const json& each : rank.at("copies"))
            row.copies.push_back({each.at("kind"), each.at("bytes"), each.at("begin_s"), each.at("end_s")});
    }
    find_flights(out);
    for (const json& each : in.at("messages"))
        out.messages.push_back({each.at("from"), each.at("to"), each.at("tag"), each.at("send"), each.at("receive"),
                                each.at("bytes"), each.at("sent_s"), each.at("received_s")});
    for (const json& each : in.at("waits")) {
        const auto end = optional_in<double>(each, "end_s");
        out.pauses.push_back({each.at("rank"), value_or(each, "waits_for", int{MpiCall::kUnknown}), each.at("call"),
                              each.at("begin_s"), end.value_or(out.length_s), !end});
    }
    return out;
}

JobRun run_in(const json& in) {
    JobRun out;
    out.lesson = in.at("lesson");
    out.job = in.at("job");
    out.values = parameters_from_json(in.at("values"));
    out.program = in.at("program");
    out.status = in.at("status");
    out.is_as_expected = in.at("is_as_expected");
    out.job_s = in.at("job_s");
    out.not_compared = in.at("not_compared");
    out.gpus = gpus_in(in.at("device"));
    out.timeline = timeline_in(in.at("timeline"));
    if (const json& check = json_part(in, "check"); !check.is_null()) {
        Check& of_run = out.check.emplace();
        of_run.passed = check.at("passed");
        of_run.compared_with = check.at("compared_with");
        of_run.compared = check.at("compared");
    }
    return out;
}

JobScaling scaling_in(const json& in) {
    JobScaling out;
    out.lesson = in.at("lesson");
    out.job = in.at("job");
    out.weak = in.at("weak");
    out.values = parameters_from_json(in.at("values"));
    out.processors = in.at("processors");
    for (const json& each : in.at("points")) {
        ScalingPoint& point = out.points.emplace_back();
        point.ranks = each.at("ranks");
        point.seconds = each.at("seconds");
        point.gpus = gpus_in(each.at("device"));
    }
    return out;
}

std::string text_of_today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

bool has_same(const json& a, const json& b, std::initializer_list<const char*> keys) {
    return std::ranges::all_of(keys, [&](const char* key) { return json_part(a, key) == json_part(b, key); });
}

Result<void> put(const fs::path& file, const char* list, json entry, std::initializer_list<const char*> keys) {
    json whole{{"schema", kSchema},
               {"date", text_of_today()},
               {"cpu", describe_machine().cpu},
               {"runs", json::array()},
               {"scalings", json::array()}};
    std::error_code error;
    if (fs::exists(file, error)) {
        if (auto known = load_recorded_jobs(file); !known) return std::unexpected(known.error());
        const auto text = read_file(file);
        if (!text) return std::unexpected(text.error());
        whole = parsed_json(*text);
    }
    auto& all = whole.at(list).get_ref<json::array_t&>();
    std::erase_if(all, [&](const json& each) { return has_same(each, entry, keys); });
    all.push_back(std::move(entry));
    // One run per line, so that two files can be compared line by line.
    std::string text =
        fmt::format("{{\"schema\": \"{}\", \"date\": {}, \"cpu\": {},\n", kSchema, whole.at("date").dump(), whole.at("cpu").dump());
    for (const char* each : {"runs", "scalings"}) {
        text += fmt::format("\"{}\": [", each);
        for (std::size_t i = 0; i < whole.at(each).size(); ++i) text += (i == 0 ? "\n" : ",\n") + json_text(whole.at(each)[i], -1);
        text += each == std::string_view("runs") ? "\n],\n" : "\n]}\n";
    }
    return write_file_atomically(file, text);
}

}  // namespace

std::string RecordedJobs::title() const {
    const JobGpus* gpus = !runs.empty() ? &runs.front().gpus : !scalings.empty() ? &scalings.front().points.front().gpus : nullptr;
    return fmt::format("{}, {}", gpus == nullptr || gpus->gpus.empty() ? "GPUs" : gpus->gpus.front().name, date);
}

std::vector<fs::path> recorded_jobs_dirs() {
    std::vector<fs::path> out;
    for (const fs::path& dir : recording_dirs()) out.push_back(dir / "ranks");
    return out;
}

Result<RecordedJobs> load_recorded_jobs(const fs::path& file) {
    constexpr std::size_t largest = std::size_t{64} << 20;
    const auto text = read_file(file, largest);
    if (!text) return std::unexpected(text.error());
    const auto whole = parse_json(*text, file.string());
    if (!whole) return std::unexpected(whole.error());
    if (!whole->is_object() || value_or(*whole, "schema", std::string()) != kSchema)
        return failure(fmt::format("{} is not a recording of ranks that this version reads", file.string()),
                       "`warpwise run LESSON --ranks 1,2 --device cuda --record FILE.json` makes one.");
    try {
        RecordedJobs out{.file = file, .date = whole->at("date"), .cpu = whole->at("cpu"), .runs = {}, .scalings = {}};
        for (const json& each : whole->at("runs")) out.runs.push_back(run_in(each));
        for (const json& each : whole->at("scalings")) out.scalings.push_back(scaling_in(each));
        std::erase_if(out.scalings, [](const JobScaling& each) { return each.points.empty(); });
        for (JobRun& run : out.runs) run.recorded_on = out.title();
        for (JobScaling& scaling : out.scalings) scaling.recorded_on = out.title();
        return out;
    } catch (const json::exception& error) {
        return failure(fmt::format("{} is damaged: {}", file.string(), plain_words(error)), "Copy it again, or record it again.");
    }
}

std::vector<RecordedJobs> load_recorded_jobs(const std::vector<fs::path>& dirs, Diagnostics& problems) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const fs::path& dir : dirs)
        for (const fs::directory_entry& entry : fs::directory_iterator(dir, error))
            if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<RecordedJobs> out;
    for (const fs::path& file : files) {
        if (auto loaded = load_recorded_jobs(file))
            out.push_back(std::move(*loaded));
        else
            problems.push_back({file.string(), 0, 0, 1, Severity::warning, loaded.error().message, loaded.error().hint});
    }
    return out;
}

Result<void> add_to_recorded_jobs(const fs::path& file, const JobRun& run) {
    json entry = to_json(run);
    entry.erase("report");
    entry["program"] = run.program;
    return put(file, "runs", std::move(entry), {"lesson", "job", "values"});
}

Result<void> add_to_recorded_jobs(const fs::path& file, const JobScaling& scaling) {
    return put(file, "scalings", to_json(scaling), {"lesson", "job", "values", "weak"});
}

}  // namespace warpwise
