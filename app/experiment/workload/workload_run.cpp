#include "experiment/workload/workload_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/clock.h"
#include "base/suggest.h"
#include "device/cpu/cpu_libraries.h"
#include "device/cpu/routines.h"
#include "device/interface/host.h"
#include "experiment/run/arguments.h"
#include "experiment/run/comparison.h"
#include "experiment/run/execution.h"
#include "experiment/run/inputs.h"
#include "experiment/run/random_bits.h"
#include "experiment/run/resolve.h"
#include "lesson/formula.h"
#include "lesson/kernel_files.h"

namespace warpwise {
namespace {

// One workload at chosen sizes: what its forms share.
struct Case {
    const Workload& workload;
    const WorkloadOptions& options;
    ParameterValues sizes;
    DType dtype = DType::f32;
    ArgumentSet arguments;             // written by every form, and put back by start_over()
    std::vector<std::size_t> outputs;  // places among the arrays
    std::vector<Array> expected;       // the outputs as the reference form made them; empty when they are checked otherwise
    std::string expected_from;         // "cpu-serial"

    const KernelSpec& kernel() const { return workload.best_kernel(); }
    const Routine& routine() const { return *find_routine(kernel().reference); }
};

double formula_value(const std::string& formula, const ParameterValues& values) {
    return formula.empty() ? 0 : evaluate(formula, values).value_or(0);
}

Result<Case> make_case(const Workload& workload, const WorkloadOptions& options, const ParameterValues& sizes) {
    const KernelSpec& kernel = workload.best_kernel();
    Case c{workload, options, sizes, *dtype_from_name(workload.lesson.arrays.front().dtype), {}, {}, {}, {}};
    const auto bytes = bytes_of_arguments(workload.lesson, kernel, sizes, c.dtype);
    if (!bytes) return std::unexpected(bytes.error());
    // The arrays, what is expected, and a copy that a device keeps.
    const double needed = 2.0 * static_cast<double>(*bytes), free = static_cast<double>(available_memory_bytes());
    if (needed > 0.9 * free)
        return failure(fmt::format("needs {:.1f} GB of memory and {:.1f} GB are free", needed / 1e9, free / 1e9));
    auto arguments = make_arguments(workload.lesson, kernel, sizes, c.dtype, 1);
    if (!arguments) return std::unexpected(arguments.error());
    c.arguments = std::move(*arguments);
    for (const ArgumentValue& value : c.arguments.values)
        if (const auto* array = std::get_if<ArrayRef>(&value.value); array != nullptr && !value.read_only)
            c.outputs.push_back(array->index);
    return c;
}

// Every form begins with the same arrays.
void start_over(Case& c) {
    for (const std::size_t place : c.outputs) {
        Array& array = c.arguments.arrays[place];
        for (const ArraySpec& spec : c.workload.lesson.arrays)
            if (spec.id == array.name) (void)fill_array(array, spec.fill, 1, place);
    }
}

// Freivalds 1977: C = A B is tried on a random vector, in n^2 steps instead of n^3.
Check check_product(const Case& c, const AllowedError& allowed) {
    const auto n = static_cast<std::size_t>(formula_value("n", c.sizes));
    const auto a = c.arguments.arrays[0].as<double>(), b = c.arguments.arrays[1].as<double>(),
               found = c.arguments.arrays[2].as<double>();
    const auto times = [n](std::span<const double> matrix, const std::vector<double>& x) {
        std::vector<double> y(n);
        for (std::size_t row = 0; row < n; ++row)
            for (std::size_t k = 0; k < n; ++k) y[row] += matrix[row * n + k] * x[k];
        return y;
    };
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = random_bits(1, 99, i) % 2 == 0 ? 1 : 2;
    const std::vector<double> expected = times(a, times(b, x)), product = times(found, x);
    Check check;
    check.compared_with = "a random vector's product";
    check.tolerance = allowed.relative;
    check.compared = n;
    for (std::size_t i = 0; i < n; ++i) {
        const double error = std::abs(product[i] - expected[i]);
        check.max_abs_error = std::max(check.max_abs_error, error);
        check.max_rel_error = std::max(check.max_rel_error, error / std::abs(expected[i]));
        if (!(error <= allowed.absolute + allowed.relative * std::abs(expected[i]))) ++check.differing;
    }
    check.passed = check.differing == 0;
    return check;
}

// The squares of all singular values add up to those of all elements.
Check check_squares(const Case& c) {
    double expected = 0, found = 0;
    for (const double element : c.arguments.arrays[0].as<double>()) expected += element * element;
    for (const double value : c.arguments.arrays[1].as<double>()) found += value * value;
    Check check;
    check.compared_with = "the sum of the elements' squares";
    check.tolerance = 1e-9;
    check.compared = 1;
    check.max_abs_error = std::abs(found - expected);
    check.max_rel_error = check.max_abs_error / expected;
    check.passed = check.max_rel_error <= check.tolerance;  // false for NaN
    check.differing = check.passed ? 0 : 1;
    return check;
}

// The work of these grows much faster than their arrays.
bool is_cubic(const Case& c) { return c.workload.lesson.id == "matmul" || c.workload.lesson.id == "svd"; }
constexpr double kLargestSerialCubic = 512;

// What the others are compared with: the serial form, or a library where that would take minutes. Without one a large product or
// decomposition is checked by what must be true of it.
void make_expected(Case& c) {
    if (!c.expected.empty()) return;
    const bool large = is_cubic(c) && formula_value("n", c.sizes) > kLargestSerialCubic;
    if (large && (c.workload.lesson.id == "matmul" || !c.routine().check_library(c.dtype))) return;
    const DeviceKind form = large ? DeviceKind::cpu_library : DeviceKind::cpu_serial;
    start_over(c);
    auto arguments = bind_to_routine(c.arguments, c.arguments.arrays);
    c.routine().form(form)({arguments, {}, c.options.threads});
    for (const std::size_t place : c.outputs) c.expected.push_back(c.arguments.arrays[place]);
    c.expected_from = name_of(form);
}

Check check_outputs(const Case& c) {
    const AllowedError allowed{formula_value(c.workload.lesson.tolerance.absolute, c.sizes),
                               formula_value(c.workload.lesson.tolerance.relative, c.sizes)};
    if (c.expected.empty()) return c.workload.lesson.id == "matmul" ? check_product(c, allowed) : check_squares(c);
    std::vector<const Array*> found, expected;
    for (std::size_t k = 0; k < c.outputs.size(); ++k) {
        found.push_back(&c.arguments.arrays[c.outputs[k]]);
        expected.push_back(&c.expected[k]);
    }
    Check check = compare_arrays(found, expected, allowed);
    check.compared_with = c.expected_from;
    return check;
}

WorkloadRow new_row(const Case& c, const DeviceId& device) {
    WorkloadRow row;
    row.workload = c.workload.lesson.id;
    row.title = c.workload.lesson.title;
    row.sizes = c.sizes;
    row.device = device;
    return row;
}

void add_rates(const Case& c, WorkloadRow& row) {
    if (!row.kernel_ms || row.kernel_ms->median_ms <= 0) return;
    if (const double flops = formula_value(c.kernel().flops, c.sizes); flops > 0)
        row.gflops = flops / row.kernel_ms->median_ms / 1e6;
    if (const double bytes = formula_value(c.kernel().bytes, c.sizes); bytes > 0)
        row.gb_per_s = bytes / row.kernel_ms->median_ms / 1e6;
}

// How long a form would take here, from a run at smaller sizes: nothing for work that grows no faster than its arrays.
double predicted_seconds(const Case& c, DeviceKind device, RoutineFunction form) {
    const double n = formula_value("n", c.sizes);
    constexpr double probe = 320;  // long enough to be past what is the same at every size
    if (!is_cubic(c) || n < 2 * probe) return 0;
    ParameterValues sizes = c.sizes;
    sizes["n"] = static_cast<std::int64_t>(probe);
    auto small = make_case(c.workload, c.options, sizes);
    if (!small) return 0;
    auto arguments = bind_to_routine(small->arguments, small->arguments.arrays);
    const RoutineCall call{arguments, {}, c.options.threads};
    if (traits_of(device).needs_library) form(call);  // opens the library and wakes its threads
    const auto start = Clock::now();
    form(call);
    return seconds_since(start) * std::pow(n / probe, 3);
}

// Sorts out whether a form can run; an empty string when it can.
std::string why_not(const Case& c, DeviceKind device, RoutineFunction form, double predicted_s) {
    if (form == nullptr) return traits_of(device).needs_library ? "no library for this" : "no such form";
    if (predicted_s > c.options.limit_s)
        return fmt::format("skipped: about {} per run, the limit is {} (--limit)", duration_text(predicted_s * 1e3),
                           duration_text(c.options.limit_s * 1e3));
    return {};
}

WorkloadRow run_cpu_form(Case& c, DeviceKind device, DeviceSet& devices) {
    WorkloadRow row = new_row(c, device);
    if (const auto info = devices.describe(device)) row.device_name = info->name;
    const Routine& routine = c.routine();
    row.kernel = traits_of(device).needs_library ? std::string(name_of(routine.needs)) : std::string(routine.name);
    const RoutineFunction form = routine.form(device);
    if (traits_of(device).needs_library && form != nullptr)
        if (const auto here = check_cpu_library(routine.needs); !here) {
            row.note = here.error().text();
            return row;
        }
    const double predicted_s = form != nullptr ? predicted_seconds(c, device, form) : 0;
    row.note = why_not(c, device, form, predicted_s);
    if (!row.note.empty()) return row;

    make_expected(c);
    start_over(c);
    auto arguments = bind_to_routine(c.arguments, c.arguments.arrays);
    const RoutineCall call{arguments, {}, c.options.threads};
    // A run that is long enough to be timed at once needs neither warming nor many samples.
    const double room = predicted_s > 0 ? c.options.limit_s / predicted_s - 2 : c.options.repeats;
    const int repeats = static_cast<int>(std::clamp(room, 0.0, static_cast<double>(c.options.repeats)));
    const auto check = [&] { row.check = check_outputs(c); };
    RoutineTiming timing = time_routine(form, call, repeats, {}, check);
    row.cold_ms = timing.cold_ms;
    if (timing.samples_ms.empty()) {
        timing.samples_ms.push_back(timing.cold_ms);
        row.note = "only one run, the first: more would exceed the limit";
    }
    // Nothing is copied to a CPU: its total is its kernel.
    row.kernel_ms = row.total_ms = measure(std::move(timing.samples_ms));
    add_rates(c, row);
    return row;
}

// The library's program where the device has it, else our own kernel; the note says what was missing.
std::shared_ptr<Program> compile_best(const Case& c, Device& device, WorkloadRow& row) {
    RunRecord record = new_record(device.describe());
    const KernelSpec& kernel = c.kernel();
    if (!c.workload.library_entry.empty()) {
        row.kernel = c.workload.library_origin;
        auto program = compile_into(record, device, {"", c.workload.library_entry, c.workload.library_origin});
        if (program != nullptr) return program;
        const std::string why = record.diagnostics.empty() ? "no reason given" : record.diagnostics.front().message;
        row.note = fmt::format("{} is not here ({}): our own kernel", c.workload.library_origin, why);
        if (!c.workload.own_kernel_ends.empty() && formula_value(c.workload.own_kernel_ends, c.sizes) != 0) {
            row.note = fmt::format("{} is not here, and our own kernel is for small sizes: {}", c.workload.library_origin, why);
            return nullptr;
        }
    }
    row.kernel = kernel.entry;
    row.source = shown_kernel_path(c.workload.lesson, kernel);
    auto text = read_kernel_source(c.workload.lesson, kernel);
    if (!text) {
        row.note = text.error().text();
        return nullptr;
    }
    record.diagnostics.clear();
    auto program = compile_into(record, device, {std::move(*text), kernel.entry, row.source});
    if (program == nullptr) row.note = "does not compile: " + text_of(record.diagnostics);
    return program;
}

std::optional<Measurement> phase_of(const RunRecord& record, std::string_view name) {
    const RecordedPhase* phase = record.find_phase(name);
    if (phase == nullptr || phase->measurement.samples_ms.empty()) return std::nullopt;
    return phase->measurement;
}

// Launches with arrays in ordinary memory, as most programs have them, or in page-locked memory.
Result<RunRecord> launch(Case& c, const DeviceId& id, Device& device, Program& program, CopyMode copies) {
    ExperimentRequest request;
    request.kernel = c.kernel().id;
    request.parameters = c.sizes;
    const auto resolved = resolve_launch(c.workload.lesson, request);
    if (!resolved) return std::unexpected(resolved.error());
    start_over(c);
    auto arguments = bind_to_program(c.arguments, c.arguments.arrays, program, id, c.dtype);
    if (!arguments) return std::unexpected(arguments.error());
    RunRecord record = new_record(device.describe());
    record.launch = resolved->shape;
    LaunchOptions options;
    options.repeats = c.options.repeats;
    options.copies = copies;
    options.trace = Trace::none;
    options.time_budget_s = 300;  // a library's singular values take seconds
    launch_into(record, device, program, std::move(*arguments), options);
    if (record.fault) return failure(text_of(*record.fault));
    return record;
}

WorkloadRow run_kernel(Case& c, const DeviceId& id, DeviceSet& devices) {
    WorkloadRow row = new_row(c, id);
    const auto device = devices.get(id);
    if (!device) {
        row.note = device.error().message;
        return row;
    }
    row.device_name = (*device)->describe().name;
    const auto program = compile_best(c, **device, row);
    if (program == nullptr) return row;
    make_expected(c);
    auto record = launch(c, id, **device, *program, CopyMode::staged);
    if (!record) {
        row.note = record.error().text();
        return row;
    }
    row.check = check_outputs(c);
    row.kernel_ms = phase_of(*record, "kernel");
    row.total_ms = phase_of(*record, "total");
    if (const RecordedPhase* total = record->find_phase("total")) row.cold_ms = total->cold_ms;
    if (const auto pinned = launch(c, id, **device, *program, CopyMode::pinned)) row.pinned_total_ms = phase_of(*pinned, "total");
    add_rates(c, row);
    return row;
}

std::vector<DeviceId> devices_of(const WorkloadOptions& options, DeviceSet& devices) {
    if (!options.devices.empty()) return options.devices;
    std::vector<DeviceId> routines, gpus;
    for (const DeviceTraits& traits : all_device_kinds()) {
        if (traits.runs_routines()) routines.emplace_back(traits.kind);
        if (traits.is_gpu && devices.get(traits.kind)) gpus.emplace_back(traits.kind);
    }
    routines.insert(routines.end(), gpus.begin(), gpus.end());
    return routines;
}

}  // namespace

Result<void> run_workloads(const WorkloadOptions& options, DeviceSet& devices, const OnRow& on_row) {
    const std::vector<Workload> workloads = all_workloads();
    std::vector<std::string> known;
    for (const Workload& workload : workloads) known.push_back(workload.lesson.id);
    for (const std::string& wanted : options.only)
        if (std::ranges::find(known, wanted) == known.end()) {
            const std::string near = did_you_mean(wanted, known);
            return usage_error(fmt::format("there is no workload '{}'", wanted),
                               near + (near.empty() ? "" : " ") + fmt::format("The workloads are {}.", listed(known)));
        }
    const std::vector<DeviceId> ids = devices_of(options, devices);
    for (const Workload& workload : workloads) {
        if (!options.only.empty() && std::ranges::find(options.only, workload.lesson.id) == options.only.end()) continue;
        auto made = make_case(workload, options, options.small ? workload.small : workload.lesson.defaults());
        for (const DeviceId& id : ids) {
            if (made) {
                on_row(traits_of(id).runs_kernels ? run_kernel(*made, id, devices) : run_cpu_form(*made, id.kind, devices));
                continue;
            }
            WorkloadRow row;
            row.workload = workload.lesson.id;
            row.title = workload.lesson.title;
            row.device = id;
            row.note = "skipped: " + made.error().text();
            on_row(row);
        }
    }
    return {};
}

}  // namespace warpwise
