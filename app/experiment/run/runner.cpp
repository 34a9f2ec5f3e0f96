#include "experiment/run/runner.h"
#include "experiment/run/device_set.h"
#include "experiment/run/resolve.h"
#include "experiment/run/run_hooks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number_text.h"
#include "base/suggest.h"
#include "base/unwritten.h"
#include "device/cpu/routines.h"
#include "device/interface/host.h"
#include "experiment/record/record_text.h"
#include "experiment/run/arguments.h"
#include "experiment/run/comparison.h"
#include "experiment/run/execution.h"
#include "experiment/run/kept_truths.h"
#include "experiment/run/kernel_includes.h"
#include "experiment/run/run_settings.h"
#include "lesson/formula.h"
#include "lesson/kernel_files.h"

namespace warpwise {
namespace {

// One run in the making: what its steps share.
struct Run {
    const Lesson& lesson;
    const ExperimentRequest& request;
    const KernelSpec& kernel;
    const ResolvedLaunch& resolved;
    DeviceSet& devices;
    const RunHooks& hooks;
    ArgumentSet arguments;        // the inputs, never written
    std::vector<Array> result;    // copies that the device writes
    std::vector<Array> expected;  // copies that the reference writes
    RunRecord record;

    void say(const char* what, double fraction) const {
        if (hooks.progress) hooks.progress(what, fraction);
    }
};

bool brings_own_reference(const KernelSpec& kernel) { return kernel.reference.ends_with(".cu"); }

Result<RoutineFunction> routine_for(const Run& run, DeviceKind kind) {
    if (!run.kernel.is_checked())
        return std::unexpected(Error{ErrorKind::device_missing,
                                     fmt::format("kernel '{}' of lesson '{}' has no CPU routine", run.kernel.id, run.lesson.id),
                                     "Run it on emulated or cuda."});
    if (brings_own_reference(run.kernel))
        return std::unexpected(
            Error{ErrorKind::device_missing,
                  fmt::format("lesson '{}' has no CPU routine: its reference is {}", run.lesson.id, run.kernel.reference),
                  "Run it on emulated or cuda."});
    const Routine* routine = find_routine(run.kernel.reference);
    if (routine == nullptr) {
        std::vector<std::string> known;
        for (const Routine& r : all_routines()) known.emplace_back(r.name);
        return usage_error(fmt::format("kernel '{}' of lesson '{}' names the CPU routine '{}', which does not exist", run.kernel.id,
                                       run.lesson.id, run.kernel.reference),
                           fmt::format("The routines are {}.", listed(known)));
    }
    if (traits_of(kind).needs_library)
        if (auto here = routine->check_library(run.resolved.dtype); !here) return std::unexpected(here.error());
    const RoutineFunction function = routine->form(kind);
    if (function == nullptr)
        return std::unexpected(Error{ErrorKind::device_missing,
                                     fmt::format("the CPU routine '{}' has no {} form", routine->name, name_of(kind)),
                                     "Run it on cpu-serial."});
    return function;
}

// The devices whose recorded runs of this kernel there are, recording by recording: `recorded` is the first, `recorded:1` the next.
std::vector<std::pair<const Recording*, DeviceId>> recorded_devices(const Recordings& recordings, const std::string& lesson,
                                                                    const std::string& kernel) {
    std::vector<std::pair<const Recording*, DeviceId>> devices;
    for (const Recording& recording : recordings.files)
        for (const DeviceId& device : recording.shown_devices())
            if (recording.has(lesson, kernel, device)) devices.emplace_back(&recording, device);
    return devices;
}

// The record of a recording that was made with exactly these values. One request, one device: the points of a sweep never come
// from several.
Result<RunRecord> recorded_run(const Lesson& lesson, const ExperimentRequest& request, DeviceSet& set) {
    const std::shared_ptr<const Recordings> recordings = set.recordings();
    const auto missing = [&](const std::string& what, const std::string& hint) {
        return std::unexpected(Error{ErrorKind::device_missing, what, hint});
    };
    if (request.edited_source || request.grid || request.block || request.copies || request.flush_l2)
        return missing("a recording holds the lesson's own kernel and launch, but this request changes them",
                       "Leave out the grid, the block, the copy mode and the edited text.");
    const auto devices = recorded_devices(*recordings, lesson.id, request.kernel);
    const auto wanted = static_cast<std::size_t>(request.device.ordinal);
    if (wanted < devices.size()) {
        const auto& [recording, device] = devices[wanted];
        const auto found = recording->find(lesson.id, request.kernel, device, request.parameters);
        if (!found.empty()) {
            RunRecord record = *found.front();
            record.request.device = request.device;
            record.device.kind = request.device.kind;
            record.device.ordinal = request.device.ordinal;
            record.device.properties["recorded_device"] = name_of(device);
            return record;
        }
    }
    std::vector<std::string> elsewhere;
    for (std::size_t i = 0; i < devices.size(); ++i)
        if (i != wanted && !devices[i].first->find(lesson.id, request.kernel, devices[i].second, request.parameters).empty())
            elsewhere.push_back(
                fmt::format("{} ({})", name_of(DeviceId(request.device.kind, static_cast<int>(i))), devices[i].first->title()));
    std::string hint = elsewhere.empty() ? std::string() : fmt::format("{} has them.", listed(elsewhere));
    if (hint.empty()) {
        const DeviceId nearest = wanted < devices.size() ? devices[wanted].second : DeviceId(kind_that(&DeviceTraits::is_gpu));
        hint = nearest_recorded(*recordings, lesson, request.kernel, nearest, request.parameters);
    }
    return missing(fmt::format("no recording has lesson '{}', kernel '{}' with these values", lesson.id, request.kernel),
                   hint.empty() ? "`warpwise recordings` lists what is recorded." : hint);
}

// Inputs, the result, the copy that the emulator's process works on and the reference's; the GPU's process has its copy on the GPU.
Result<void> check_memory(const Run& run) {
    const auto bytes = bytes_of_arguments(run.lesson, run.kernel, run.request.parameters, run.resolved.dtype);
    if (!bytes) return std::unexpected(bytes.error());
    const bool has_copies = traits_of(run.request.device).has_copies;  // then one of the arrays is in the device's memory
    double copies = has_copies ? 3 : 4;
    if (has_copies) {
        const auto settings = resolve_run_settings(run.lesson, run.kernel, run.request);
        if (!settings) return std::unexpected(settings.error());
        if (settings->copies == CopyMode::pinned) copies += 2;  // page-locked, in and out
    }
    const double needed = static_cast<double>(*bytes) * copies, free = static_cast<double>(available_memory_bytes());
    if (needed > 0.9 * free)
        return failure(fmt::format("this run needs {:.1f} GB of memory and {:.1f} GB are free", needed / 1e9, free / 1e9),
                       "Choose smaller sizes.");
    return {};
}

// What the algorithm needs at these sizes, where the lesson says it.
Result<void> state_work(Run& run) {
    for (const auto& [formula, work] : {std::pair{&run.kernel.flops, &run.record.flops}, {&run.kernel.bytes, &run.record.bytes}}) {
        if (formula->empty()) continue;
        const auto value = evaluate(*formula, run.request.parameters);
        if (!value) return std::unexpected(value.error());
        if (*value > 0) *work = *value;
    }
    return {};
}

RoutineCall routine_call(const Run& run, std::vector<KernelArgument>& arguments) {
    return {arguments, run.resolved.shape, run.request.threads};
}

void run_on_cpu(Run& run, RoutineFunction routine) {
    run.say("running on the CPU", 0);
    std::vector<KernelArgument> arguments = bind_to_routine(run.arguments, run.result);
    // The first call's arrays are the result; the timed calls go on with copies of them.
    std::vector<Array> first_result;
    const auto keep_first = [&] { first_result = run.result; };
    RoutineTiming timing = time_routine(routine, routine_call(run, arguments), run.request.repeats, run.hooks.stop, keep_first);
    run.result = std::move(first_result);
    run.record.status = run.hooks.stop.stop_requested() ? RunStatus::cancelled : RunStatus::ok;
    // Nothing is copied to a CPU: its total is its kernel.
    run.record.phases.push_back(measured_phase("kernel", timing.cold_ms, timing.samples_ms));
    run.record.phases.push_back(measured_phase("total", timing.cold_ms, std::move(timing.samples_ms)));
}

Result<KernelSource> source_of(const Run& run) {
    if (run.request.edited_source)
        return KernelSource{*run.request.edited_source, run.resolved.entry, run.record.source,
                            includes_of_submission(run.lesson, run.kernel)};
    auto text = read_kernel_source(run.lesson, run.kernel);
    if (!text) return std::unexpected(text.error());
    return KernelSource{std::move(*text), run.resolved.entry, run.record.source, includes_of(run.lesson, run.kernel)};
}

Result<LaunchOptions> launch_options(const Run& run, const DeviceInfo& device) {
    const auto settings = resolve_run_settings(run.lesson, run.kernel, run.request);
    if (!settings) return std::unexpected(settings.error());
    LaunchOptions options;
    options.copies = settings->copies;
    options.flush_l2 = settings->flush_l2;
    options.chunks = settings->chunks;
    options.streams = settings->streams;
    options.length_argument = settings->length_argument;
    options.repeats = traits_of(run.request.device).has_times ? run.request.repeats : 1;
    options.threads = run.request.threads;
    options.trace = run.request.trace;
    options.watch_thread = run.request.watch_thread;
    options.line_counts = run.request.trace == Trace::full && run.request.compare && run.hooks.count_lines;
    if (run.request.schedule) set_schedule(options, *run.request.schedule);
    options.stop = run.hooks.stop;
    options.step_budget = run.hooks.step_budget;
    if (run.hooks.progress)
        options.progress = [&run, where = words_for(device)](double fraction) {
            run.hooks.progress("running on " + where, fraction);
        };
    return options;
}

// Null as compile_into is.
std::shared_ptr<Program> program_for(const Run& run, RunRecord& record, Device& device, const KernelSource& source) {
    KeptPrograms* kept = run.hooks.kept;
    const DeviceId id = device.describe().id();
    if (kept != nullptr) {
        const auto found = std::ranges::find_if(
            kept->all, [&](const KeptPrograms::Kept& one) { return one.device == id && one.source == source; });
        if (found != kept->all.end()) {
            record.diagnostics = found->program->warnings;
            return found->program;
        }
    }
    auto program = compile_into(record, device, source, run.hooks.stop);
    if (kept != nullptr && program != nullptr) kept->all.push_back({id, source, program});
    return program;
}

// An Error only for what is not the kernel's doing: a source file that is not there.
Result<void> run_on_device(Run& run, Device& device) {
    const auto source = source_of(run);
    if (!source) return std::unexpected(source.error());
    const auto options = launch_options(run, device.describe());
    if (!options) return std::unexpected(options.error());
    run.say("compiling", 0);
    const auto program = program_for(run, run.record, device, *source);
    if (program == nullptr) return {};
    auto arguments = bind_to_program(run.arguments, run.result, *program, run.request.device, run.resolved.dtype);
    if (!arguments) {
        // The learner changed the signature, or the manifest is wrong: told like any other thing that does not fit.
        run.record.status = RunStatus::error;
        run.record.fault = Fault{.kind = FaultKind::compile_error,
                                 .file = source->origin,
                                 .message = arguments.error().message,
                                 .hint = arguments.error().hint};
        run.record.diagnostics.insert(run.record.diagnostics.begin(), {source->origin, 1, 1, 1, Severity::error,
                                                                       arguments.error().message, arguments.error().hint});
        return {};
    }
    launch_into(run.record, device, *program, std::move(*arguments), *options);
    return {};
}

// A lesson's own reference.cu: a kernel `reference` with the same arguments, run as one thread in the emulator. It is a
// template when the kernel is one.
Result<void> run_own_reference(Run& run) {
    KernelSpec spec = run.kernel;
    spec.source = run.kernel.reference;
    const std::size_t brackets = run.resolved.entry.find('<');
    spec.entry = "reference" + (brackets == std::string::npos ? "" : run.resolved.entry.substr(brackets));
    auto text = read_kernel_source(run.lesson, spec);
    if (!text) return std::unexpected(text.error());
    const KernelSource reference{std::move(*text), spec.entry, spec.source};
    KeptTruths* const truths = run.hooks.truths;
    if (const auto* known = truths != nullptr ? truths->find(reference, run.arguments) : nullptr) {
        run.expected = *known;
        return {};
    }
    auto device = run.devices.get(kind_that(&DeviceTraits::runs_everywhere));
    if (!device) return std::unexpected(device.error());
    RunRecord truth;
    const auto program = program_for(run, truth, **device, reference);
    const auto cancelled = [&]() -> Result<void> {  // nothing to compare with
        if (run.record.status == RunStatus::ok) run.record.status = RunStatus::cancelled;
        return {};
    };
    if (program == nullptr && truth.status == RunStatus::cancelled) return cancelled();
    if (program == nullptr) return failure("the lesson's reference does not compile: " + text_of(truth.diagnostics));
    auto arguments = bind_to_program(run.arguments, run.expected, *program, (*device)->describe().id(), run.resolved.dtype);
    if (!arguments) return std::unexpected(arguments.error());
    LaunchOptions options;
    options.trace = Trace::none;
    options.stop = run.hooks.stop;
    truth.launch = {};
    launch_into(truth, **device, *program, std::move(*arguments), options);
    if (truth.status == RunStatus::cancelled) return cancelled();
    if (truth.fault) return failure("the lesson's reference fails: " + text_of(*truth.fault));
    if (truths != nullptr) truths->keep(reference, run.arguments, run.expected);
    return {};
}

Result<void> run_reference(Run& run) {
    run.say("checking", 1);
    if (brings_own_reference(run.kernel)) return run_own_reference(run);
    const auto routine = routine_for(run, DeviceKind::cpu_serial);
    if (!routine) return std::unexpected(routine.error());
    std::vector<KernelArgument> arguments = bind_to_routine(run.arguments, run.expected);
    (*routine)(routine_call(run, arguments));
    return {};
}

std::vector<std::size_t> output_places(const Run& run) {
    std::vector<std::size_t> places;
    for (const ArgumentValue& value : run.arguments.values)
        if (const auto* array = std::get_if<ArrayRef>(&value.value); array != nullptr && !value.read_only)
            if (std::ranges::find(places, array->index) == places.end()) places.push_back(array->index);
    return places;
}

std::vector<const Array*> at_places(const std::vector<Array>& arrays, const std::vector<std::size_t>& places) {
    std::vector<const Array*> chosen;
    for (std::size_t place : places) chosen.push_back(&arrays[place]);
    return chosen;
}

std::shared_ptr<const std::vector<Array>> taken(std::vector<Array>& arrays, const std::vector<std::size_t>& places) {
    auto chosen = std::make_shared<std::vector<Array>>();
    for (std::size_t place : places) chosen->push_back(std::move(arrays[place]));
    return chosen;
}

// What to look at where no thread wrote an element. In a lesson, and in an exercise above all, the launch is given: what is wrong
// is the index.
std::string hint_on_unwritten(const Run& run, std::size_t elements) {
    const std::uint64_t threads = run.record.launch.thread_count();
    const std::string launch =
        fmt::format("The launch has {} threads for {} elements", with_separators(static_cast<std::int64_t>(threads)),
                    with_separators(static_cast<std::int64_t>(elements)));
    if (threads >= elements) return launch + ", which is enough: check the index that each one writes.";
    if (run.lesson.playground) return launch + ": launch more of them, or let each thread write several elements.";
    return launch + ": too few, unless each thread writes several. Check which indices it visits.";
}

// Up to the last element that the kernel has to change: what an array has behind it is no thread's work.
std::size_t elements_to_write(const Run& run, const std::string& array) {
    const auto after = std::ranges::find(run.expected, array, &Array::name);
    const auto before = std::ranges::find(run.arguments.arrays, array, &Array::name);
    std::size_t bytes = std::min(before->size_bytes(), after->size_bytes());
    while (bytes > 0 && before->bytes()[bytes - 1] == after->bytes()[bytes - 1]) --bytes;
    return (bytes + size_of(after->dtype()) - 1) / size_of(after->dtype());
}

// What a wrong element may be for: no thread wrote it.
void explain_wrong_element(Run& run) {
    RunRecord& record = run.record;
    if (!record.check || !record.check->first_difference) return;
    const auto& [array, index, expected, found] = *record.check->first_difference;
    for (const WriteMap& map : record.writes) {
        if (map.argument >= record.argument_names.size() || record.argument_names[map.argument] != array) continue;
        const auto place = static_cast<std::size_t>(index);
        if (place >= map.writer.size() || map.writer[place] != 0) return;
        const std::size_t to_write = std::min(elements_to_write(run, array), map.writer.size());
        record.diagnostics.push_back({.file = {},
                                      .severity = Severity::warning,
                                      .message = unwritten_elements(array, std::span(map.writer).first(to_write)),
                                      .hint = hint_on_unwritten(run, to_write)});
        return;
    }
}

// Compares when the kernel came to its end (with a race the arrays hold what one order of the threads left in them), and keeps or
// drops the arrays. A fault stays the run's status.
Result<void> finish(Run& run) {
    const std::vector<std::size_t> outputs = output_places(run);
    const bool is_checked = run.kernel.is_checked();
    if (is_checked && came_to_its_end(run.record)) {
        const auto allowed = allowed_error(run.lesson, run.request.parameters, run.resolved.dtype);
        if (!allowed) return std::unexpected(allowed.error());
        run.record.check = compare_arrays(at_places(run.result, outputs), at_places(run.expected, outputs), *allowed);
        if (brings_own_reference(run.kernel)) run.record.check->compared_with = run.kernel.reference;
        if (!run.record.check->passed && run.record.status == RunStatus::ok) run.record.status = RunStatus::wrong;
    }
    for (std::size_t place : outputs) run.record.arrays.push_back(digest_of(run.result[place]));
    for (const ArgumentValue& value : run.arguments.values) run.record.argument_names.push_back(value.name);
    explain_wrong_element(run);
    if (!run.hooks.keep_arrays) return {};
    run.record.inputs = std::make_shared<const std::vector<Array>>(std::move(run.arguments.arrays));
    run.record.outputs = taken(run.result, outputs);
    if (is_checked) run.record.expected = taken(run.expected, outputs);
    return {};
}

// Of a moving picture: what was computed, and nothing about it.
RunRecord finish_frame(Run& run) {
    for (const ArgumentValue& value : run.arguments.values) run.record.argument_names.push_back(value.name);
    run.record.outputs = taken(run.result, output_places(run));
    return std::move(run.record);
}

Result<RunRecord> run_all_steps(Run& run) {
    const ExperimentRequest& request = run.request;
    const auto info = run.devices.describe(request.device);
    if (!info) return std::unexpected(info.error());
    run.record = new_record(*info);
    run.record.request = request;
    run.record.lesson = run.lesson.id;
    run.record.kernel = run.resolved.entry;
    run.record.source = shown_kernel_path(run.lesson, run.kernel);
    run.record.launch = run.resolved.shape;
    run.record.dtype = std::string(name_of(run.resolved.dtype));

    if (auto stated = state_work(run); !stated) return std::unexpected(stated.error());
    if (auto enough = check_memory(run); !enough) return std::unexpected(enough.error());
    auto arguments = make_arguments(run.lesson, run.kernel, request.parameters, run.resolved.dtype, request.seed);
    if (!arguments) return std::unexpected(arguments.error());
    run.arguments = std::move(*arguments);
    run.result = run.arguments.arrays;
    if (run.kernel.is_checked()) run.expected = run.arguments.arrays;

    if (traits_of(request.device).runs_routines()) {
        const auto routine = routine_for(run, request.device.kind);
        if (!routine) return std::unexpected(routine.error());
        run_on_cpu(run, *routine);
    } else {
        const auto device = run.devices.get(request.device);
        if (!device) return std::unexpected(device.error());
        if (auto ran = run_on_device(run, **device); !ran) return std::unexpected(ran.error());
    }
    if (!request.compare) return finish_frame(run);
    if (run.kernel.is_checked())
        if (auto reference = run_reference(run); !reference) return std::unexpected(reference.error());
    if (auto finished = finish(run); !finished) return std::unexpected(finished.error());
    return std::move(run.record);
}

ExperimentRequest whole_request(const Lesson& lesson, ExperimentRequest request) {
    request.lesson = lesson.id;
    if (request.kernel.empty() && !lesson.kernels.empty()) request.kernel = lesson.kernels.front().id;
    for (const auto& [id, value] : lesson.defaults()) request.parameters.try_emplace(id, value);
    return request;
}

}  // namespace

Result<RunRecord> run_experiment(const Lesson& lesson, const ExperimentRequest& asked, DeviceSet& devices, const RunHooks& hooks) {
    const ExperimentRequest request = whole_request(lesson, asked);
    const auto launch = resolve_launch(lesson, request);
    if (!launch) return std::unexpected(launch.error());
    return run_experiment(lesson, request, *launch, devices, hooks);
}

Result<RunRecord> run_experiment(const Lesson& lesson, const ExperimentRequest& asked, const ResolvedLaunch& launch,
                                 DeviceSet& devices, const RunHooks& hooks) {
    const ExperimentRequest request = whole_request(lesson, asked);
    const KernelSpec* const kernel = lesson.find_kernel(request.kernel);
    if (kernel == nullptr) return usage_error(fmt::format("lesson '{}' has no kernel '{}'", lesson.id, request.kernel));
    if (traits_of(request.device).is_recorded) return recorded_run(lesson, request, devices);
    Run run{lesson, request, *kernel, launch, devices, hooks, {}, {}, {}, {}};
    try {
        return run_all_steps(run);
    } catch (const std::bad_alloc&) {
        return failure("there is not enough memory for this run", "Choose smaller sizes.");
    }
}

}  // namespace warpwise
