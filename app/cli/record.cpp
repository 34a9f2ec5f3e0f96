// warpwise record [LESSON...] -o FILE.json: the lessons' runs on this machine, kept
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <thread>

#include "base/files.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "cli/lesson_argument.h"
#include "experiment/run/execution.h"
#include "experiment/run/measure_ceilings.h"
#include "experiment/run/recording_plan.h"

namespace warpwise {
namespace {

constexpr int kInterruptedStatus = 130;  // as shells count SIGINT

// Turns Ctrl+C and SIGTERM into a request to stop, so that what was measured is kept. A second one ends the program at once.
class Interruption {
  public:
    Interruption() {
        sigemptyset(&signals_);
        sigaddset(&signals_, SIGINT);
        sigaddset(&signals_, SIGTERM);
        // Before any other thread starts: they inherit it, and the signals come to the one that waits for them.
        pthread_sigmask(SIG_BLOCK, &signals_, &before_);
        waiting_ = std::jthread([this](const std::stop_token& end) { wait(end); });
    }
    ~Interruption() {
        waiting_.request_stop();
        waiting_.join();
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    std::stop_token token() const { return asked_.get_token(); }

  private:
    void wait(const std::stop_token& end) {
        constexpr timespec a_moment{0, 100'000'000};
        while (!end.stop_requested()) {
            if (sigtimedwait(&signals_, nullptr, &a_moment) < 0) continue;
            if (asked_.stop_requested()) std::_Exit(kInterruptedStatus);
            asked_.request_stop();
            print_to(stderr, "Stopping after this run; what is measured is kept. Press Ctrl+C again to stop at once.\n");
        }
    }

    sigset_t signals_, before_;
    std::stop_source asked_;
    std::jthread waiting_;  // last: it uses what is above
};

Result<std::vector<DeviceId>> devices_to_record(const RecordOptions& options, DeviceSet& devices) {
    std::vector<DeviceId> ids;
    if (options.devices.empty()) {
        for (const DeviceInfo& info : devices.present())
            if (info.ordinal == 0 && traits_of(info.kind).has_times) ids.push_back(info.id());
        return ids;
    }
    const auto named = parse_devices(options.devices, devices);
    if (!named) return std::unexpected(named.error());
    for (const DeviceId& id : *named) {
        const DeviceTraits& traits = traits_of(id);
        if (!traits.has_times || traits.is_recorded)
            return usage_error(fmt::format("the device {} cannot be recorded", name_of(id)),
                               "The emulator counts but does not time; record cuda or the CPU forms.");
        if (const auto info = devices.describe(id); !info) return std::unexpected(info.error());
    }
    return *named;
}

Result<std::list<Lesson>> lessons_to_record(const RecordOptions& options) {
    std::list<Lesson> lessons;
    for (const std::string& name : options.lessons) {
        auto lesson = load_lesson_argument(name);
        if (!lesson) return std::unexpected(lesson.error());
        lessons.push_back(std::move(*lesson));
    }
    if (!lessons.empty()) return lessons;
    auto course = load_installed_course();
    if (!course) return std::unexpected(course.error());
    return std::move(course->lessons);
}

// Empty, of this machine and this moment; with --add, what the file has of other lessons.
Result<Recording> begin_recording(const RecordOptions& options, const std::list<Lesson>& lessons, const std::vector<DeviceId>& ids,
                                  DeviceSet& devices) {
    Recording recording;
    // The GPU that is recorded; where none is, the machine's first names the recording all the same.
    const auto chosen = std::ranges::find_if(ids, [](const DeviceId& id) { return traits_of(id).is_gpu; });
    const auto gpu = chosen != ids.end() ? devices.describe(*chosen) : devices.first_gpu();
    const auto cpu = devices.describe(DeviceKind::cpu_serial);
    const RunRecord now = new_record(gpu ? *gpu : *cpu);
    recording.device_name = gpu ? gpu->name : now.machine.cpu;
    recording.date = now.date;
    recording.machine = now.machine;
    std::error_code error;
    if (!options.add || !std::filesystem::exists(options.output, error)) return recording;
    auto before = load_recording(options.output);
    if (!before) return std::unexpected(before.error());
    if (before->recording.device_name != recording.device_name || before->recording.machine.cpu != recording.machine.cpu)
        return failure(fmt::format("{} was recorded on {}, and this machine has {}", options.output.string(),
                                   before->recording.device_name, recording.device_name),
                       "A recording holds one machine: write to another file.");
    for (RunRecord& record : before->recording.records)
        if (std::ranges::none_of(lessons, [&](const Lesson& lesson) { return lesson.id == record.lesson; }))
            recording.records.push_back(std::move(record));
    return recording;
}

void tell(const TriedRun& tried, const std::string& lesson) {
    std::string what = tried.left_out.empty() ? "" : "left out: " + tried.left_out;
    if (tried.record) {
        const RecordedPhase* kernel = tried.record->find_phase("kernel");
        what = kernel != nullptr ? "kernel " + duration_text(kernel->measurement.median_ms) : "ok";
    }
    print_to(stderr, "{} {} {}, {}: {}\n", lesson, tried.plan.kernel, name_of(tried.device), tried.plan.name, what);
}

struct RecordingProgress {
    std::size_t runs = 0, lessons = 0;
};

// Every lesson is on the disk before the next one begins.
Result<void> record_lessons(const std::list<Lesson>& lessons, const std::vector<DeviceId>& ids, const RecordOptions& options,
                            DeviceSet& devices, const std::stop_token& stop, Recording& recording, RecordingProgress& done) {
    RunHooks hooks;
    hooks.stop = stop;
    const RecordingLimits limits{options.repeats, options.longest_run_s, options.lesson_s};
    for (const Lesson& lesson : lessons) {
        if (stop.stop_requested()) return {};
        const auto plan = recording_plan(lesson);
        if (!plan) return std::unexpected(plan.error());
        print_to(stderr, "[{} of {}] {}: {} runs on {} device{}\n", done.lessons + 1, lessons.size(), lesson.id, plan->size(),
                 ids.size(), ids.size() == 1 ? "" : "s");
        const std::size_t before = recording.records.size();
        record_lesson(lesson, *plan, ids, limits, devices, hooks, [&](TriedRun tried) {
            tell(tried, lesson.id);
            if (tried.record) recording.records.push_back(std::move(*tried.record));
        });
        done.runs += recording.records.size() - before;
        done.lessons += stop.stop_requested() ? 0 : 1;
        if (recording.records.size() == before) continue;
        if (auto saved = save_recording(options.output, recording); !saved) return saved;
    }
    return {};
}

}  // namespace

int record_command(const RecordOptions& options) {
    if (const auto possible = check_output_file(options.output); !possible) return report(possible.error());
    const Interruption interruption;
    const auto lessons = lessons_to_record(options);
    if (!lessons) return report(lessons.error());
    DeviceSet devices;
    const auto ids = devices_to_record(options, devices);
    if (!ids) return report(ids.error());
    auto recording = begin_recording(options, *lessons, *ids, devices);
    if (!recording) return report(recording.error());
    for (const DeviceId& id : *ids)  // a device whose ceilings fail, or that has none, is recorded without
        if (auto ceilings = measure_ceilings(id, devices, interruption.token()))
            recording->ceilings.push_back(std::move(*ceilings));
    RecordingProgress done;
    const auto finished = record_lessons(*lessons, *ids, options, devices, interruption.token(), *recording, done);
    if (!finished) return report(finished.error());
    if (done.runs == 0) return report({ErrorKind::failure, "nothing was recorded", "No run finished; the lines above say why."});
    std::error_code error;
    print_to(stderr, "{} runs of {} lesson{} on {} written to {} ({} kB)\n", done.runs, done.lessons, done.lessons == 1 ? "" : "s",
             recording->device_name, options.output.string(), std::filesystem::file_size(options.output, error) / 1000);
    if (!interruption.token().stop_requested()) return 0;
    print_to(
        stderr,
        "warpwise: interrupted: {} of {} lessons are recorded in full. `--add` records the remaining ones into the same file.\n",
        done.lessons, lessons->size());
    return kInterruptedStatus;
}

}  // namespace warpwise
