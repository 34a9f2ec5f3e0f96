// warpwise kernel FILE.cu: any kernel, with arguments from the command line
#include <fmt/format.h>

#include <cstdio>

#include "base/json.h"
#include "base/npy.h"
#include "base/standard_streams.h"
#include "cli/argument_spec.h"
#include "cli/commands.h"
#include "cli/kernel_file.h"
#include "cli/print.h"
#include "cli/searches.h"
#include "experiment/run/execution.h"

namespace warpwise {
namespace {

struct PreparedKernel {
    KernelSource source;
    LaunchShape shape;
    ArgumentSet arguments;
    std::vector<Array> symbols;
    std::vector<SaveSpec> saves;
    LaunchOptions launch;
    std::optional<ScheduleChoice> schedule;
    Device* device = nullptr;
    std::shared_ptr<Program> program;  // once it has been compiled
};

Result<PreparedKernel> prepare(const KernelOptions& options, DeviceSet& devices) {
    PreparedKernel kernel;
    auto source = read_kernel(options.file, options.entry, options.includes);
    if (!source) return std::unexpected(source.error());
    if (options.entry.empty()) return usage_error("--entry is empty", "Write the kernel's name: --entry 'add<float>'.");
    kernel.source = std::move(*source);
    const auto grid = parse_dim3("--grid", options.grid);
    if (!grid) return std::unexpected(grid.error());
    const auto block = parse_dim3("--block", options.block);
    if (!block) return std::unexpected(block.error());
    kernel.shape = {*grid, *block, options.shared_bytes};
    const auto trace = parse_trace(options.trace);
    if (!trace) return std::unexpected(trace.error());
    kernel.launch.trace = *trace;
    kernel.launch.line_counts = *trace == Trace::full;
    kernel.launch.threads = options.threads;
    kernel.launch.repeats = options.repeats;
    kernel.launch.copies = copy_mode_from_name(options.copies).value_or(CopyMode::pageable);
    kernel.launch.flush_l2 = options.flush_l2;
    if (!options.schedule.empty()) {
        const auto schedule = parse_schedule(options.schedule);
        if (!schedule) return std::unexpected(schedule.error());
        kernel.schedule = *schedule;
        set_schedule(kernel.launch, *schedule);
    }
    auto arguments = make_arguments(options.arguments, options.seed);
    if (!arguments) return std::unexpected(arguments.error());
    kernel.arguments = std::move(*arguments);
    kernel.source.options.argument_bytes = bytes_of_each(kernel.arguments);
    auto symbols = make_symbols(options.symbols, options.seed);
    if (!symbols) return std::unexpected(symbols.error());
    kernel.symbols = std::move(*symbols);
    for (const std::string& save : options.saves) {
        auto parsed = parse_save(save, kernel.arguments);
        if (!parsed) return std::unexpected(parsed.error());
        kernel.saves.push_back(std::move(*parsed));
    }
    const auto ids = parse_devices({options.device}, devices);
    if (!ids) return std::unexpected(ids.error());
    if (ids->size() != 1) return usage_error("warpwise kernel runs on one device at a time", "Choose emulated or cuda.");
    const auto device = devices.get(ids->front());
    if (!device) return std::unexpected(device.error());
    kernel.device = *device;
    if (!kernel.symbols.empty() && !traits_of(kernel.device->describe().kind).fills_variables)
        return usage_error("--symbol fills variables on the emulator only", "Leave out --device, or initialise them in the code.");
    return kernel;
}

RunRecord new_record_of(const PreparedKernel& kernel, const KernelOptions& options) {
    RunRecord record = new_record(kernel.device->describe());
    record.kernel = options.entry;
    record.source = kernel.source.origin;
    record.launch = kernel.shape;
    record.request.device = record.device.id();
    record.request.seed = options.seed;
    record.request.repeats = options.repeats;
    record.request.threads = options.threads;
    record.request.trace = kernel.launch.trace;
    record.request.copies = kernel.launch.copies;
    record.request.flush_l2 = kernel.launch.flush_l2;
    record.request.grid = kernel.shape.grid;
    record.request.block = kernel.shape.block;
    record.request.schedule = kernel.schedule;
    return record;
}

// An Error only for what is the caller's doing: arguments that the kernel does not take. Works on `arrays`.
Result<RunRecord> run(PreparedKernel& kernel, const KernelOptions& options, std::vector<Array>& arrays,
                      const LaunchOptions& launch) {
    RunRecord record = new_record_of(kernel, options);
    if (kernel.program == nullptr) {
        kernel.program = compile_into(record, *kernel.device, kernel.source);
        if (kernel.program == nullptr) return record;
        name_after_parameters(kernel.arguments, *kernel.program);
        for (std::size_t k = 0; k < arrays.size(); ++k) arrays[k].name = kernel.arguments.arrays[k].name;
    }
    auto bound = bind_to_program(kernel.arguments, arrays, *kernel.program, record.device.id(), DType::f32);
    if (!bound) return std::unexpected(bound.error());
    give_symbols(*bound, kernel.symbols);
    launch_into(record, *kernel.device, *kernel.program, std::move(*bound), launch);
    for (const ArgumentValue& value : kernel.arguments.values) record.argument_names.push_back(value.name);
    for (const Array& array : arrays) record.arrays.push_back(digest_of(array));
    return record;
}

// Every array is compared: which of them the kernel writes is not said.
int search(PreparedKernel& kernel, const KernelOptions& options) {
    if (!traits_of(kernel.device->describe().kind).has_schedules)
        return report(
            {ErrorKind::usage, "--find-other-outcome searches schedules, which only the emulator has", "Leave out --device."});
    const auto launch = [&](const OrderedLaunch& order) -> Result<RunRecord> {
        LaunchOptions ordered = kernel.launch;
        set_schedule(ordered, order.schedule);
        ordered.trace = order.trace;
        ordered.line_counts = false;
        ordered.watch_thread = order.watch_thread;
        ordered.step_budget = order.step_budget;
        ordered.stop = order.stop;
        auto arrays = std::make_shared<std::vector<Array>>(kernel.arguments.arrays);
        auto record = run(kernel, options, *arrays, ordered);
        if (record) record->outputs = std::move(arrays);
        return record;
    };
    const auto found = find_other_outcome(launch, {}, {});
    if (!found) return report(found.error());
    return print_found(*found, options.json);
}

Result<void> save_arrays(const PreparedKernel& kernel) {
    for (const SaveSpec& save : kernel.saves) {
        const std::size_t place = std::get<ArrayRef>(kernel.arguments.values[save.argument].value).index;
        if (auto written = write_npy(save.file, kernel.arguments.arrays[place]); !written) return written;
    }
    return {};
}

}  // namespace

int kernel_command(const KernelOptions& options) {
    DeviceSet devices;
    auto kernel = prepare(options, devices);
    if (!kernel) return report(kernel.error());
    if (options.find_other_outcome) return search(*kernel, options);
    const auto record = run(*kernel, options, kernel->arguments.arrays, kernel->launch);
    if (!record) return report(record.error());
    Result<void> saved;
    if (record->status == RunStatus::ok)
        saved = save_arrays(*kernel);
    else if (!kernel->saves.empty())
        print_to(stderr, "warpwise: nothing is saved, because the kernel did not finish\n");
    if (options.json) {
        print_to(stdout, "{}\n", json_text(to_json(*record)));
    } else {
        print_to(stdout, "{}", summary_of(*record));
        if (record->status == RunStatus::ok)
            for (const Array& array : kernel->arguments.arrays) print_to(stdout, "  {}\n", first_elements(array));
    }
    if (!saved) return report(saved.error());
    return exit_status_of(*record);
}

}  // namespace warpwise
