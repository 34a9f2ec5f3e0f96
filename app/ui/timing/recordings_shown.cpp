#include "ui/timing/recordings_shown.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "base/files.h"
#include "ui/timing/timings_rows.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kLargestRecording = std::size_t{64} << 20, kDateDigits = 10;

bool is_below(const fs::path& file, const fs::path& folder) {
    std::error_code error;
    return fs::weakly_canonical(file, error).parent_path() == fs::weakly_canonical(folder, error);
}

bool same_file(const fs::path& a, const fs::path& b) {
    std::error_code error;
    return fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error);
}

// "mine.json", "mine-2.json": a name that is free in the folder, or that holds the same bytes already.
fs::path free_name(const fs::path& folder, const fs::path& file, const std::string& text) {
    fs::path name = folder / file.filename();
    std::error_code error;
    for (int i = 2; fs::exists(name, error) && read_regular_file(name, kLargestRecording).value_or("") != text; ++i)
        name = folder / fmt::format("{}-{}{}", file.stem().string(), i, file.extension().string());
    return name;
}

bool is_own_launch(const Workbench& bench, const ExperimentRequest& request) {
    return request.grid || request.block || request.copies || request.flush_l2 || bench.own_text() != nullptr;
}

std::optional<Sweep::Point> point_of(const RunRecord& record, const std::string& over) {
    const RecordedPhase* kernel = record.find_phase("kernel");
    const RecordedPhase* total = record.find_phase("total");
    const auto x = record.request.parameters.find(over);
    if (kernel == nullptr || x == record.request.parameters.end()) return std::nullopt;
    const auto* value = std::get_if<std::int64_t>(&x->second);
    if (value == nullptr) return std::nullopt;
    return Sweep::Point{static_cast<double>(*value),
                        kernel->measurement.median_ms,
                        total != nullptr ? total->measurement.median_ms : 0,
                        kernel->measurement.mad_ms,
                        true,
                        record.device.name,
                        record.date,
                        warm_phase_ms(record, "copy_in"),
                        warm_phase_ms(record, "copy_out")};
}

}  // namespace

void refresh_recorded(Workbench& bench) {
    bench.recordings.of_draft.clear();
    if (bench.lesson == nullptr || is_own_launch(bench, bench.draft.request)) return;
    for (std::size_t i = 0; i < bench.recordings.all.files.size(); ++i) {
        const Recording& recording = bench.recordings.all.files[i];
        if (bench.recordings.hidden.contains(recording.file)) continue;
        for (const DeviceId& device : recording.shown_devices()) {
            const auto found = recording.find(bench.lesson->id, bench.draft.request.kernel, device, bench.draft.request.parameters);
            if (!found.empty()) bench.recordings.of_draft.push_back({i, found.front()});
        }
    }
}

std::vector<Sweep::RecordedSeries> recorded_series(const Workbench& bench, const ExperimentRequest& request,
                                                   const std::string& over) {
    std::vector<Sweep::RecordedSeries> all;
    if (bench.lesson == nullptr || is_own_launch(bench, request)) return all;
    for (std::size_t i = 0; i < bench.recordings.all.files.size(); ++i) {
        const Recording& recording = bench.recordings.all.files[i];
        if (bench.recordings.hidden.contains(recording.file)) continue;
        for (const DeviceId& device : recording.shown_devices()) {
            Sweep::RecordedSeries series{i, device, {}, {}};
            for (const RunRecord* record : recording.find(bench.lesson->id, request.kernel, device, request.parameters, over)) {
                if (const auto point = point_of(*record, over)) series.points.push_back(*point);
                series.label = recorded_label(*record);
            }
            if (series.points.empty()) continue;
            std::ranges::sort(series.points, {}, &Sweep::Point::x);
            all.push_back(std::move(series));
        }
    }
    return all;
}

bool open_recording(Workbench& bench, const fs::path& file) {
    bench.recordings.hidden.erase(file);
    const auto same = [&](const Recording& known) { return same_file(known.file, file); };
    if (std::ranges::any_of(bench.recordings.all.files, same)) {
        bench.say(Severity::note, file.filename().string() + " is open already");
        return true;
    }
    auto loaded = load_recording(file);
    if (!loaded) {
        bench.say(Severity::error, "The recording cannot be opened: " + loaded.error().message, loaded.error().hint);
        return false;
    }
    for (const Diagnostic& problem : loaded->problems)
        bench.say(problem.severity, file.filename().string() + ": " + problem.message, problem.hint);
    for (const Diagnostic& stranger : strangers_in(loaded->recording, bench.lessons.course))
        bench.say(Severity::warning, file.filename().string() + ": " + stranger.message, stranger.hint);
    bench.say(Severity::note, fmt::format("Recording of {}: {} runs", loaded->recording.title(), loaded->recording.records.size()),
              "File > Recordings lists it, and keeps it on request");
    bench.recordings.all.files.push_back(std::move(loaded->recording));
    return true;
}

void keep_recording(Workbench& bench, const fs::path& file) {
    if (!bench.keeps_files) return;
    const auto text = read_file(file, kLargestRecording);
    if (!text) return bench.say(Severity::error, "The recording cannot be kept: " + text.error().message, text.error().hint);
    const fs::path kept = free_name(kept_recordings_dir(), file, *text);
    if (const auto written = write_file_atomically(kept, *text); !written)
        return bench.say(Severity::error, "The recording cannot be kept: " + written.error().message, written.error().hint);
    for (Recording& recording : bench.recordings.all.files)
        if (same_file(recording.file, file)) recording.file = kept;
    bench.say(Severity::note, "Kept as " + kept.string(), "Every later start shows it; delete the file to remove it");
}

void close_recording(Workbench& bench, const fs::path& file) {
    bench.recordings.of_draft.clear();  // they point into it
    std::erase_if(bench.recordings.all.files, [&](const Recording& recording) { return same_file(recording.file, file); });
}

bool is_kept(const fs::path& file) { return is_below(file, kept_recordings_dir()); }
bool is_shipped(const fs::path& file) { return is_below(file, shipped_recordings_dir()); }

std::string recorded_label(const RunRecord& record) {
    return fmt::format("{}, recorded {}", full_name_of(record.device), record.date.substr(0, kDateDigits));
}

}  // namespace warpwise::ui
