// The SIMT emulator as a Device.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>

#include "base/cpu_isa.h"
#include "base/library_kernels.h"
#include "device/device.h"
#include "simt/compile.h"
#include "simt/execute.h"

namespace warpwise {
namespace {

struct EmulatedProgram : Program {
    simt::CompiledKernel kernel;
};

Fault launch_fault(FaultKind kind, std::string message, std::string hint) {
    Fault fault;
    fault.kind = kind;
    fault.message = std::move(message);
    fault.hint = std::move(hint);
    return fault;
}

std::string text_of_type(const KernelArgument& argument) {
    return argument.kind == KernelArgument::Kind::array ? "an array" : fmt::format("a scalar of type {}", name_of(argument.dtype));
}

// A scalar in the bytes of its parameter: integers convert among each other, and so do floats.
std::optional<simt::ArgumentBytes> scalar_bytes(const KernelArgument& argument, const simt::KernelParameter& parameter) {
    const std::size_t given = size_of(argument.dtype);
    if (!parameter.dtype || *parameter.dtype == argument.dtype) {
        if (given != parameter.bytes) return std::nullopt;
        return simt::ArgumentBytes(argument.scalar.begin(), argument.scalar.begin() + static_cast<std::ptrdiff_t>(given));
    }
    if (is_float(*parameter.dtype) != is_float(argument.dtype)) return std::nullopt;
    simt::ArgumentBytes bytes(parameter.bytes);
    visit_dtype(argument.dtype, [&]<typename From>() {
        From value;
        std::memcpy(&value, argument.scalar.data(), sizeof value);
        visit_dtype(*parameter.dtype, [&]<typename To>() {
            const To converted = static_cast<To>(value);
            std::memcpy(bytes.data(), &converted, std::min(sizeof converted, bytes.size()));
        });
    });
    return bytes;
}

// A launch's arrays and scalars, on their way to device addresses and back.
class Arguments {
  public:
    Arguments(const simt::CompiledKernel& kernel, std::vector<KernelArgument>& arguments, simt::Memory& memory)
        : kernel_(kernel), arguments_(arguments), memory_(memory) {}

    std::optional<Fault> prepare() {
        if (arguments_.size() != kernel_.parameters.size()) {
            return launch_fault(FaultKind::launch_invalid,
                                fmt::format("CUDA_ERROR_INVALID_VALUE: the kernel has {} parameters, the launch gives {} arguments",
                                            kernel_.parameters.size(), arguments_.size()),
                                "Give one argument for each parameter, in their order.");
        }
        for (std::size_t i = 0; i < arguments_.size(); ++i) {
            if (auto fault = prepare_one(i)) return fault;
        }
        return std::nullopt;
    }
    std::span<const simt::ArgumentBytes> bytes() const { return bytes_; }
    // Back into the arrays that could not be lent to the kernel as they are.
    void copy_back() {
        for (const Copy& copy : copies_) {
            Array& array = *arguments_[copy.argument].array;
            if (!arguments_[copy.argument].read_only)
                std::memcpy(array.data(), memory_.host(copy.address, array.size_bytes()), array.size_bytes());
        }
    }
    std::size_t element_bytes(std::size_t i) const {
        const std::size_t pointee = kernel_.parameters[i].pointee_bytes;
        return pointee ? pointee : size_of(arguments_[i].array->dtype());
    }

  private:
    struct Copy {
        std::size_t argument;
        std::uint64_t address;
    };

    std::optional<Fault> prepare_one(std::size_t i) {
        const KernelArgument& argument = arguments_[i];
        const simt::KernelParameter& parameter = kernel_.parameters[i];
        const bool is_array = argument.kind == KernelArgument::Kind::array;
        std::optional<simt::ArgumentBytes> bytes;
        if (is_array && parameter.is_pointer && argument.array) {
            const auto address = lend(i);
            if (!address) return launch_fault(FaultKind::memory_budget, address.error().message, address.error().hint);
            bytes.emplace(sizeof(std::uint64_t));
            std::memcpy(bytes->data(), &*address, sizeof *address);
        } else if (!is_array && (!parameter.is_pointer || argument.dtype == DType::u64)) {  // an address made up
            bytes = scalar_bytes(argument, parameter);
        }
        if (!bytes) {
            return launch_fault(FaultKind::launch_invalid,
                                fmt::format("CUDA_ERROR_INVALID_VALUE: the parameter '{}' is '{}', and the launch gives {}",
                                            parameter.name, parameter.type, text_of_type(argument)),
                                "Give an array for a pointer, and a scalar of the parameter's own type for everything else.");
        }
        bytes_.push_back(std::move(*bytes));
        return std::nullopt;
    }
    // The array's own bytes where that is safe: aligned, and not written when the caller wants it kept.
    Result<std::uint64_t> lend(std::size_t i) {
        const KernelArgument& argument = arguments_[i];
        Array& array = *argument.array;
        const std::string& name = argument.name.empty() ? kernel_.parameters[i].name : argument.name;
        const bool aligned = reinterpret_cast<std::uintptr_t>(array.data()) % 256 == 0;
        if (aligned && (!argument.read_only || kernel_.parameters[i].pointee_is_const)) {
            return memory_.attach(name, array.bytes(), element_bytes(i), i);
        }
        auto address = memory_.allocate(name, array.size_bytes(), element_bytes(i), i);
        if (!address) return address;
        if (array.size_bytes()) std::memcpy(memory_.host(*address, array.size_bytes()), array.data(), array.size_bytes());
        copies_.push_back({i, *address});
        return address;
    }

    const simt::CompiledKernel& kernel_;
    std::vector<KernelArgument>& arguments_;
    simt::Memory& memory_;
    std::vector<simt::ArgumentBytes> bytes_;
    std::vector<Copy> copies_;
};

simt::ExecuteOptions execute_options(const LaunchOptions& options) {
    simt::ExecuteOptions out;
    out.threads = options.threads;
    out.trace = options.trace == Trace::none       ? simt::TraceLevel::none
                : options.trace == Trace::counters ? simt::TraceLevel::counters
                                                   : simt::TraceLevel::full;
    out.order = options.schedule == Schedule::round_robin ? simt::BlockOrder::round_robin
                : options.schedule == Schedule::reversed  ? simt::BlockOrder::reversed
                                                          : simt::BlockOrder::random;
    out.seed = options.schedule_seed;
    out.step_budget = options.step_budget;
    out.time_budget_s = options.time_budget_s;
    out.watch_thread = options.watch_thread;
    out.stop = options.stop;
    out.progress = options.progress;
    return out;
}

// Writers by the kernel's elements, told by the array's: a float4 is four floats.
WriteMap write_map(simt::ArgumentWriters writers, const Array& array, std::size_t element_bytes) {
    const std::size_t own = size_of(array.dtype());
    if (own == element_bytes && writers.writer.size() == array.size()) return {writers.argument, std::move(writers.writer)};
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
    return fmt::format("{:#x}", access.value_bits);
}

WatchedAccess watched_access(const simt::ThreadAccess& access, const simt::Memory& memory,
                             const std::vector<KernelArgument>& arguments) {
    WatchedAccess out{.line = access.line, .argument = simt::no_argument, .is_store = access.is_store};
    const simt::Allocation* allocation = memory.find(access.address, access.bytes);
    const Array* array = nullptr;
    if (allocation && allocation->argument != simt::no_argument) {
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

class EmulatedDevice : public Device {
  public:
    DeviceInfo describe() const override {
        return {DeviceKind::emulated,
                "SIMT emulator",
                {{"instruction_set", std::string(name_of(isa_here()))},
                 {"host_threads", std::to_string(std::max(1u, std::thread::hardware_concurrency()))}}};
    }

    std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource& source) override {
        if (is_library_entry(source.entry)) return std::unexpected(gpu_only(source));
        auto kernel = simt::compile(source.text, source.entry, source.origin);
        if (!kernel) return std::unexpected(std::move(kernel.error()));
        auto program = std::make_shared<EmulatedProgram>();
        program->kernel = std::move(*kernel);
        for (const simt::KernelParameter& p : program->kernel.parameters)
            program->parameters.push_back({p.name, p.type, p.bytes, p.is_pointer});
        program->entry = source.entry;
        program->origin = source.origin;
        program->compile_ms = program->kernel.compile_ms;
        program->warnings = program->kernel.warnings;
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
        const simt::CompiledKernel& kernel = emulated->kernel;
        LaunchShape whole = shape;
        whole.dynamic_shared_bytes += kernel.program.static_shared_bytes;
        outcome.fault = check_launch_shape(shape, limits());
        if (!outcome.fault && whole.dynamic_shared_bytes > limits().shared_bytes_per_block) {
            outcome.fault = launch_fault(
                FaultKind::launch_invalid,
                fmt::format("CUDA_ERROR_INVALID_VALUE: {} bytes of shared memory ({} of them dynamic); a block has at most {}",
                            whole.dynamic_shared_bytes, shape.dynamic_shared_bytes, limits().shared_bytes_per_block),
                "Use smaller tiles.");
        }
        if (outcome.fault) return outcome;
        const auto start = std::chrono::steady_clock::now();
        simt::Memory memory(options.memory_budget);
        Arguments prepared(kernel, arguments, memory);
        if (const auto ready = simt::prepare_memory(kernel.program, memory); !ready) {
            outcome.fault = launch_fault(FaultKind::memory_budget, ready.error().message, ready.error().hint);
        } else {
            outcome.fault = prepared.prepare();
        }
        if (outcome.fault) return outcome;
        auto result = simt::execute(kernel.program, kernel.program.functions[kernel.entry], shape, prepared.bytes(), memory,
                                    execute_options(options));
        prepared.copy_back();
        outcome.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        outcome.fault = std::move(result.fault);
        outcome.warnings = std::move(result.warnings);
        if (kernel.program.static_shared_bytes > 0)
            outcome.readings["static_shared_bytes"] = static_cast<double>(kernel.program.static_shared_bytes);
        outcome.cancelled = result.cancelled;
        if (options.trace != Trace::none) outcome.counters = result.counters.named();
        outcome.warp_instructions = result.warp_instructions;
        outcome.lane_instructions = result.lane_instructions;
        outcome.printed = std::move(result.printed);
        for (auto& writers : result.writers) {
            const std::size_t argument = writers.argument;
            outcome.writes.push_back(write_map(std::move(writers), *arguments[argument].array, prepared.element_bytes(argument)));
        }
        for (const auto& access : result.watched) outcome.watched.push_back(watched_access(access, memory, arguments));
        return outcome;
    }
};

}  // namespace

std::unique_ptr<Device> make_emulated_device() { return std::make_unique<EmulatedDevice>(); }

}  // namespace warpwise
