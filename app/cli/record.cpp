// warpwise record [LESSON...] -o FILE.json: the lessons' sweeps on this machine, kept
#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.h"
#include "experiment/execution.h"
#include "experiment/sweep.h"

namespace warpwise {
namespace {

Result<std::vector<DeviceKind>> devices_to_record(const RecordOptions& options, DeviceSet& devices) {
    if (!options.devices.empty()) return parse_devices(options.devices, devices);
    // The emulator has no times worth keeping.
    std::vector<DeviceKind> kinds;
    for (const DeviceInfo& info : devices.present())
        if (info.kind != DeviceKind::emulated) kinds.push_back(info.kind);
    return kinds;
}

Result<void> record_lesson(const Lesson& lesson, const SweepRange& range, const std::vector<DeviceKind>& kinds,
                           const RecordOptions& options, DeviceSet& devices, Recording& recording) {
    for (DeviceKind kind : kinds) {
        ExperimentRequest request;
        request.lesson = lesson.id;
        request.kernel = lesson.kernels.front().id;
        request.parameters = lesson.defaults();
        request.device = kind;
        request.repeats = options.repeats;
        request.trace = Trace::none;
        const auto done = run_sweep(lesson, request, range, devices, {}, [&](SweepPoint point) {
            fmt::print(stderr, "{} {} {} = {}: {}\n", lesson.id, name_of(kind), range.parameter, point.value,
                       point.record ? std::string(name_of(point.record->status)) : "skipped, " + point.skipped);
            // A run that was not right has no time worth showing.
            if (point.record && point.record->status == RunStatus::ok) recording.records.push_back(std::move(*point.record));
        });
        if (!done && done.error().kind == ErrorKind::device_missing) {
            fmt::print(stderr, "{} is left out: {}\n", name_of(kind), done.error().text());
            continue;
        }
        if (!done) return done;
    }
    return {};
}

}  // namespace

int record_command(const RecordOptions& options) {
    const auto course = load_installed_course();
    if (!course) return report(course.error());
    DeviceSet devices;
    const auto kinds = devices_to_record(options, devices);
    if (!kinds) return report(kinds.error());
    std::vector<const Lesson*> lessons;
    for (const std::string& name : options.lessons) {
        const auto lesson = find_lesson(*course, name);
        if (!lesson) return report(lesson.error());
        lessons.push_back(*lesson);
    }
    if (lessons.empty())
        for (const Lesson& lesson : course->lessons) lessons.push_back(&lesson);

    Recording recording;
    const auto gpu = devices.describe(DeviceKind::cuda);
    const auto cpu = devices.describe(DeviceKind::cpu_serial);
    const RunRecord now = new_record(gpu ? *gpu : *cpu);
    recording.device_name = gpu ? gpu->name : now.machine.cpu;
    recording.date = now.date;
    recording.machine = now.machine;
    for (const DeviceKind kind : *kinds)
        if (auto ceilings = measure_ceilings(kind, devices)) recording.ceilings.push_back(std::move(*ceilings));
    for (const Lesson* lesson : lessons) {
        const auto range = declared_sweep(*lesson);
        if (!range && !options.lessons.empty())
            return report({ErrorKind::usage, fmt::format("lesson '{}' declares no sweep to record", lesson->id),
                           "Add a [[view]] of kind \"sweep\" to its manifest."});
        if (!range) continue;
        if (!*range) return report(range->error());
        if (auto done = record_lesson(*lesson, **range, *kinds, options, devices, recording); !done) return report(done.error());
    }
    if (recording.records.empty())
        return report({ErrorKind::failure, "nothing was recorded", "No lesson's sweep ran to its end here."});
    if (auto saved = save_recording(options.output, recording); !saved) return report(saved.error());
    fmt::print(stderr, "{} runs of {} are in {}\n", recording.records.size(), recording.device_name, options.output.string());
    return 0;
}

}  // namespace warpwise
