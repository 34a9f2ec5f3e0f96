// The SIMT emulator as a Device.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <set>
#include <thread>

#include "base/cpu_isa.h"
#include "base/emulated_gpu.h"
#include "base/library_kernels.h"
#include "device/emulator/emulated_arguments.h"
#include "device/emulator/emulated_session.h"
#include "device/emulator/emulated_variables.h"
#include "simt/compile/compile.h"
#include "simt/debug/inspect.h"
#include "simt/execute/block_memory.h"
#include "simt/execute/execute.h"

namespace warpwise {
namespace {

struct EmulatedProgram : Program {
    std::shared_ptr<const simt::CompiledKernel> kernel;  // a session may outlive the program
};

simt::ExecuteOptions execute_options(const LaunchOptions& options) {
    simt::ExecuteOptions out;
    out.threads = options.threads;
    out.trace = options.trace == Trace::none       ? simt::TraceLevel::none
                : options.trace == Trace::counters ? simt::TraceLevel::counters
                                                   : simt::TraceLevel::full;
    out.order = order_of(options.schedule);
    out.seed = options.schedule_seed;
    out.step_budget = options.step_budget;
    out.time_budget_s = options.time_budget_s;
    out.watch_thread = options.watch_thread;
    out.line_counts = options.line_counts;
    out.stop = options.stop;
    out.progress = options.progress;
    return out;
}

// Writers by the kernel's elements, told by the array's: a float4 is four floats.
WriteMap write_map(const simt::ArgumentWriters& writers, const Array& array, std::size_t element_bytes) {
    const std::size_t own = size_of(array.dtype());
    if (own == element_bytes && writers.writer.size() == array.size())
        return {writers.argument, {writers.writer.begin(), writers.writer.end()}};
    WriteMap map{writers.argument, std::vector<std::uint32_t>(array.size())};
    for (std::size_t i = 0; i < map.writer.size(); ++i) {
        const std::size_t first = i * own / element_bytes, last = (i * own + own - 1) / element_bytes;
        for (std::size_t k = first; k <= last && k < writers.writer.size(); ++k)
            map.writer[i] = std::max(map.writer[i], writers.writer[k]);
    }
    return map;
}

std::string value_text(const simt::ThreadAccess& access, const Array* array) {
    if (array && size_of(array->dtype()) == access.bytes) {
        auto one = Array::make(array->dtype(), {1});
        if (one) {
            std::memcpy(one->data(), &access.value_bits, access.bytes);
            return one->text(0);
        }
    }
    DebugValue value{.name = {}, .type = {}, .kind = simt::kind_of(access.type), .bytes = access.bytes, .known = 1};
    value.bits[0] = access.value_bits;
    const std::string text = access.bytes <= 8 ? text_of(value, 0) : std::string();
    return text.empty() ? fmt::format("{:#x}", access.value_bits) : text;
}

WatchedAccess watched_access(const simt::ThreadAccess& access, const simt::Memory& memory,
                             const std::vector<KernelArgument>& arguments) {
    WatchedAccess out{.line = access.line,
                      .argument = simt::kNoArgument,
                      .is_store = access.is_store,
                      .position = access.position,
                      .step = access.step};
    const simt::Allocation* allocation = memory.find(access.address, access.bytes);
    const Array* array = nullptr;
    if (allocation && allocation->argument != simt::kNoArgument) {
        out.argument = allocation->argument;
        array = arguments[out.argument].array;
        out.index = allocation->offset_of(access.address) / static_cast<std::int64_t>(size_of(array->dtype()));
    }
    out.value = value_text(access, array);
    return out;
}

// The libraries' code is not public and comes as machine code.
Diagnostics gpu_only(const KernelSource& source) {
    const LibraryKernel* routine = find_library_kernel(source.entry);
    if (routine == nullptr)
        return {{.file = source.origin,
                 .message = "there is no library routine " + source.entry,
                 .hint = fmt::format("The routines: {}", fmt::join(library_kernel_names(), ", "))}};
    return {{.file = source.origin,
             .message = fmt::format("unsupported: {} belongs to {}, which runs on an NVIDIA GPU and not in the emulator",
                                    routine->name, routine->library),
             .hint = "Run it with --device cuda, or the CPU's library with --device cpu-library"}};
}

std::vector<int> statement_lines_of(const simt::Bytecode& program) {
    std::set<int> lines;
    for (const simt::Function& function : program.functions)
        for (std::size_t pc = 0; pc < function.statement_starts.size() && pc < function.locations.size(); ++pc)
            if (function.statement_starts[pc] != 0 && function.locations[pc].line != 0)
                lines.insert(static_cast<int>(function.locations[pc].line));
    return {lines.begin(), lines.end()};
}

class EmulatedDevice : public Device {
  public:
    DeviceInfo describe() const override {
        return {DeviceKind::emulated,
                "SIMT emulator",
                {{"instruction_set", std::string(name_of(isa_here()))},
                 {"host_threads", std::to_string(std::max(1u, std::thread::hardware_concurrency()))}}};
    }

    Limits limits() const override { return kEmulatedGpu.launch; }

    std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource& source) override {
        if (is_library_entry(source.entry)) return std::unexpected(gpu_only(source));
        auto kernel = simt::compile(source.text, source.entry, source.origin, source.options);
        if (!kernel) return std::unexpected(std::move(kernel.error()));
        auto program = std::make_shared<EmulatedProgram>();
        program->kernel = std::make_shared<simt::CompiledKernel>(std::move(*kernel));
        for (const simt::KernelParameter& p : program->kernel->parameters)
            program->parameters.push_back({p.name, p.type, p.bytes, p.is_pointer});
        program->entry = source.entry;
        program->origin = source.origin;
        program->compile_ms = program->kernel->compile_ms;
        program->warnings = program->kernel->warnings;
        program->statement_lines = statement_lines_of(program->kernel->program);
        return program;
    }

    LaunchOutcome launch(Program& program, const LaunchShape& shape, std::vector<KernelArgument> arguments,
                         const LaunchOptions& options) override {
        LaunchOutcome outcome;
        const auto* emulated = dynamic_cast<EmulatedProgram*>(&program);
        if (!emulated) {
            outcome.fault = other_devices_program();
            return outcome;
        }
        const Diagnostics left = variables_left_to_host(*emulated->kernel, arguments);
        const auto filled = with_variables(emulated->kernel, arguments);
        if (!filled) {
            outcome.fault = filled.error();
            return outcome;
        }
        const simt::CompiledKernel& kernel = **filled;
        outcome.fault = check_emulated_launch(kernel, shape, limits());
        if (outcome.fault) return outcome;
        const auto start = std::chrono::steady_clock::now();
        simt::Memory memory(options.memory_budget);
        EmulatedArguments prepared(kernel, arguments, memory, EmulatedArguments::Arrays::lent);
        outcome.fault = prepared.prepare();
        if (outcome.fault) return outcome;
        simt::ExecuteOptions chosen = execute_options(options);
        chosen.pool = &pool_;
        auto result =
            simt::execute(kernel.program, kernel.program.functions[kernel.entry], shape, prepared.bytes(), memory, chosen);
        prepared.copy_back();
        outcome.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        outcome.fault = std::move(result.fault);
        outcome.warnings = std::move(result.warnings);
        outcome.warnings.insert(outcome.warnings.begin(), left.begin(), left.end());
        if (kernel.program.static_shared_bytes > 0)
            outcome.readings["static_shared_bytes"] = static_cast<double>(kernel.program.static_shared_bytes);
        if (result.grids > 1) outcome.readings["device_launches"] = static_cast<double>(result.grids - 1);
        outcome.cancelled = result.cancelled;
        if (options.trace != Trace::none) outcome.counters = result.counters.named();
        outcome.warp_instructions = result.warp_instructions;
        outcome.lane_instructions = result.lane_instructions;
        outcome.most_by_one_warp = result.most_by_one_warp;
        if (result.compiled)
            outcome.compiled = CompiledCode{std::string(name_of(result.compiled->isa)), result.compiled->after_blocks};
        outcome.printed = std::move(result.printed);
        for (const simt::ArgumentWriters& writers : result.writers) {
            const std::size_t argument = writers.argument;
            outcome.writes.push_back(write_map(writers, *arguments[argument].array, prepared.element_bytes(argument)));
        }
        outcome.lines = std::move(result.lines);
        for (const auto& access : result.watched) outcome.watched.push_back(watched_access(access, memory, arguments));
        return outcome;
    }

    std::expected<std::unique_ptr<DebugSession>, Fault> debug(Program& program, const LaunchShape& shape,
                                                              std::vector<KernelArgument> arguments, const DebugOptions& options,
                                                              const std::stop_token& stop) override {
        const auto* emulated = dynamic_cast<EmulatedProgram*>(&program);
        if (!emulated) return std::unexpected(other_devices_program());
        if (auto fault = check_emulated_launch(*emulated->kernel, shape, limits())) return std::unexpected(std::move(*fault));
        auto filled = with_variables(emulated->kernel, arguments);
        if (!filled) return std::unexpected(std::move(filled.error()));
        return open_emulated_session(std::move(*filled), shape, std::move(arguments), options, stop);
    }

  private:
    simt::BlockPool pool_;
};

}  // namespace

std::unique_ptr<Device> make_emulated_device() { return std::make_unique<EmulatedDevice>(); }

}  // namespace warpwise
