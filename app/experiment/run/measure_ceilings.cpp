#include "experiment/run/measure_ceilings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/files.h"
#include "base/paths.h"
#include "device/cpu/routines.h"
#include "device/interface/host.h"
#include "experiment/run/device_set.h"
#include "experiment/run/execution.h"
#include "experiment/run/inputs.h"

namespace warpwise {
namespace {

constexpr int kSamples = 7;
constexpr std::int64_t kCopyUnitBytes = 16, kChains = 8, kOperationsOfFma = 2;
// Larger than any cache, where memory allows.
constexpr std::int64_t kLargeCopyBytes = std::int64_t{256} << 20, kSmallCopyBytes = std::int64_t{32} << 20;
// The chains settle at 1 with these, far from values that are slow or overflow.
constexpr double kFactor = 0.5, kAddend = 0.5;

// A kernel that does nothing but one thing, with its arrays, its scalars and how much of that thing it does.
struct Probe {
    const char* source;  // below kernels/
    std::string entry;
    const char* routine;
    LaunchShape shape;
    std::vector<Array> arrays;
    struct Scalar {
        DType dtype;
        double value;
    };
    std::vector<Scalar> scalars;
    double work = 0;  // bytes or operations of one launch
};

KernelArgument scalar_argument(const Probe::Scalar& scalar) {
    KernelArgument argument;
    argument.kind = KernelArgument::Kind::scalar;
    argument.dtype = scalar.dtype;
    visit_dtype(scalar.dtype, [&]<typename T>() {
        const T value = static_cast<T>(scalar.value);
        std::memcpy(argument.scalar.data(), &value, sizeof value);
    });
    return argument;
}

std::vector<KernelArgument> arguments_of(Probe& probe) {
    std::vector<KernelArgument> arguments;
    for (Array& array : probe.arrays) {
        KernelArgument argument;
        argument.name = array.name;
        argument.array = &array;
        argument.dtype = array.dtype();
        // the copy's source is the first of two; nothing of these arrays is wanted back but the last
        argument.read_only = &array != &probe.arrays.back();
        arguments.push_back(argument);
    }
    for (const Probe::Scalar& scalar : probe.scalars) arguments.push_back(scalar_argument(scalar));
    return arguments;
}

Result<Probe> copy_probe() {
    const bool roomy = available_memory_bytes() > 8 * static_cast<std::uint64_t>(kLargeCopyBytes);
    const std::int64_t bytes = roomy ? kLargeCopyBytes : kSmallCopyBytes, units = bytes / kCopyUnitBytes;
    Probe probe{"ceilings/1_copy.cu",
                "ceiling_copy",
                "ceiling_copy",
                {{4096, 1, 1}, {256, 1, 1}, 0},
                {},
                {},
                2.0 * static_cast<double>(bytes)};
    for (const char* name : {"from", "to"}) {
        auto array = Array::make(DType::f32, {bytes / 4});
        if (!array) return std::unexpected(array.error());
        array->name = name;
        if (auto filled = fill_array(*array, "ones", 1, 0); !filled) return std::unexpected(filled.error());
        probe.arrays.push_back(std::move(*array));
    }
    probe.scalars = {{DType::i32, static_cast<double>(units)}};
    return probe;
}

// Enough threads for any GPU to be full; on a CPU enough for every core, and a tenth of a second at most.
Result<Probe> fma_probe(const DeviceId& device, DType dtype) {
    const bool gpu = traits_of(device).is_gpu;
    const std::int64_t n = gpu ? 1 << 20 : 1024 * std::int64_t{std::max(1, usable_cores())}, steps = 2048;
    Probe probe{"ceilings/2_fma.cu",
                fmt::format("ceiling_fma<{}>", c_name_of(dtype)),
                "ceiling_fma",
                {{static_cast<std::uint32_t>((n + 255) / 256), 1, 1}, {256, 1, 1}, 0},
                {},
                {},
                static_cast<double>(n * steps * kChains * kOperationsOfFma)};
    auto array = Array::make(dtype, {n});
    if (!array) return std::unexpected(array.error());
    array->name = "a";
    if (auto filled = fill_array(*array, "uniform", 1, 0); !filled) return std::unexpected(filled.error());
    probe.arrays.push_back(std::move(*array));
    probe.scalars = {
        {dtype, kFactor}, {dtype, kAddend}, {DType::i32, static_cast<double>(steps)}, {DType::i32, static_cast<double>(n)}};
    return probe;
}

// The fastest sample: a ceiling is what nothing got in the way of.
Result<double> fastest_ms_on_device(Probe& probe, Device& device, std::stop_token stop) {
    auto text = read_file(data_dir() / "kernels" / probe.source);
    if (!text) return std::unexpected(text.error());
    const auto program = device.compile({std::move(*text), probe.entry, probe.source});
    if (!program) return failure(fmt::format("{} does not compile: {}", probe.source, text_of(program.error())));
    LaunchOptions options;
    options.repeats = kSamples;
    options.trace = Trace::none;
    options.stop = std::move(stop);
    const LaunchOutcome outcome = device.launch(**program, probe.shape, arguments_of(probe), options);
    if (outcome.fault) return failure(fmt::format("{} fails: {}", probe.source, text_of(*outcome.fault)));
    const auto kernel = std::ranges::find(outcome.phases, "kernel", &Phase::name);
    if (outcome.cancelled || kernel == outcome.phases.end() || kernel->samples_ms.empty())
        return failure(outcome.cancelled ? "cancelled" : fmt::format("{} was not timed", probe.source));
    return std::ranges::min(kernel->samples_ms);
}

Result<double> fastest_ms_on_cpu(Probe& probe, const DeviceId& device, const std::stop_token& stop) {
    const Routine* routine = find_routine(probe.routine);
    if (routine == nullptr) return failure(fmt::format("there is no CPU routine '{}'", probe.routine));
    std::vector<KernelArgument> arguments = arguments_of(probe);
    const RoutineFunction function = routine->form(device.kind);
    if (function == nullptr) return failure(fmt::format("the CPU routine '{}' has no {} form", probe.routine, name_of(device)));
    const RoutineTiming timing = time_routine(function, {arguments, probe.shape, 0}, kSamples, stop, [] {});
    if (timing.samples_ms.empty()) return failure("cancelled");
    return std::ranges::min(timing.samples_ms);
}

// In units of 1e9 a second.
Result<double> rate_of(Result<Probe> probe, const DeviceId& id, DeviceSet& devices, const std::stop_token& stop) {
    if (!probe) return std::unexpected(probe.error());
    Result<double> ms = 0;
    if (traits_of(id).runs_kernels) {
        const auto device = devices.get(id);
        if (!device) return std::unexpected(device.error());
        ms = fastest_ms_on_device(*probe, **device, stop);
    } else {
        ms = fastest_ms_on_cpu(*probe, id, stop);
    }
    if (!ms) return ms;
    if (!(*ms > 0)) return failure(fmt::format("{} took too little time for the clock to measure", probe->source));
    return probe->work / *ms * 1e-6;
}

}  // namespace

Result<Ceilings> measure_ceilings(const DeviceId& device, DeviceSet& devices, std::stop_token stop) {
    if (!traits_of(device).has_ceilings)
        return usage_error(fmt::format("no ceilings are measured on {}", name_of(device)),
                           "Measure them on cuda, cpu-serial, cpu-vector or cpu-threads.");
    const auto info = devices.describe(device);
    if (!info) return std::unexpected(info.error());
    Ceilings ceilings;
    ceilings.device = device;
    ceilings.device_name = info->name;
    ceilings.date = new_record(*info).date;
    const auto copy = rate_of(copy_probe(), device, devices, stop);
    if (!copy) return std::unexpected(copy.error());
    ceilings.copy_gb_s = *copy;
    for (const auto& [dtype, peak] : {std::pair{DType::f32, &ceilings.fma_f32_gflop_s}, {DType::f64, &ceilings.fma_f64_gflop_s}}) {
        const auto rate = rate_of(fma_probe(device, dtype), device, devices, stop);
        if (!rate) return std::unexpected(rate.error());
        *peak = *rate;
    }
    return ceilings;
}

std::vector<Ceilings> measure_all_ceilings(DeviceSet& devices, std::stop_token stop,
                                           const std::function<void(const std::string&)>& said) {
    std::vector<Ceilings> all;
    for (const DeviceInfo& info : devices.present()) {
        if (!traits_of(info.kind).has_ceilings || stop.stop_requested()) continue;
        said("ceilings of " + (traits_of(info.kind).runs_kernels ? title_of(info) : info.name));
        auto measured = measure_ceilings(info.id(), devices, stop);
        if (measured)
            all.push_back(std::move(*measured));
        else
            said(fmt::format("no ceilings of {}: {}", info.name, measured.error().text()));
    }
    return all;
}

}  // namespace warpwise
