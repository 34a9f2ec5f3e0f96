#include "cuda/launch/launch_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "cuda/driver/cuda_try.h"
#include "cuda/driver/nvml.h"

namespace warpwise {
namespace {

Fault launch_invalid(const LaunchJob& job, std::string message, std::string hint) {
    return {.kind = FaultKind::launch_invalid, .file = job.program.origin, .message = std::move(message), .hint = std::move(hint)};
}

double mib(std::size_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

template <typename T>
std::array<std::byte, 8> bytes_of(T value) {
    std::array<std::byte, 8> bytes{};
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

template <typename T>
std::int64_t whole_of(const std::array<std::byte, 8>& bytes) {
    T value{};
    std::memcpy(&value, bytes.data(), sizeof value);
    return static_cast<std::int64_t>(value);
}

}  // namespace

std::vector<LaunchBuffer> gather_buffers(const std::vector<KernelArgument>& arguments) {
    std::vector<LaunchBuffer> buffers;
    for (const KernelArgument& argument : arguments) {
        if (argument.kind != KernelArgument::Kind::array || argument.array == nullptr) continue;
        const auto same = std::ranges::find(buffers, argument.array, &LaunchBuffer::host);
        LaunchBuffer& buffer = same != buffers.end() ? *same : buffers.emplace_back();
        buffer.host = argument.array;
        buffer.read_only = buffer.read_only && argument.read_only;
        buffer.zeroed = buffer.zeroed && argument.zeroed;
    }
    return buffers;
}

std::size_t all_bytes(const std::vector<LaunchBuffer>& buffers) {
    std::size_t bytes = 0;
    for (const LaunchBuffer& buffer : buffers) bytes += buffer.bytes();
    return bytes;
}

std::size_t writable_bytes(const std::vector<LaunchBuffer>& buffers) {
    std::size_t bytes = 0;
    for (const LaunchBuffer& buffer : buffers) bytes += buffer.read_only ? 0 : buffer.bytes();
    return bytes;
}

bool is_cut_array(const Array& array, std::int64_t length) {
    return !array.shape().empty() && array.shape().front() == length && length > 0 && array.size_bytes() > 0;
}

std::optional<Fault> wrong_arguments(const LaunchJob& job) {
    for (const KernelArgument& argument : job.arguments)
        if (argument.kind == KernelArgument::Kind::array && argument.array == nullptr)
            return launch_invalid(job, fmt::format("the argument {} has no array", argument.name),
                                  "Give the kernel an array there");
    const auto& parameters = job.program.parameters;
    if (job.context->driver->parameter_info == nullptr && parameters.empty()) return std::nullopt;  // an old driver tells nothing
    if (parameters.size() != job.arguments.size())
        return launch_invalid(job,
                              fmt::format("{} takes {} arguments, the launch gives {} (CUDA_ERROR_INVALID_VALUE)",
                                          job.program.entry, parameters.size(), job.arguments.size()),
                              "Compare the kernel's parameters with the lesson's arguments");
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const KernelArgument& argument = job.arguments[i];
        const bool is_array = argument.kind == KernelArgument::Kind::array;
        const std::size_t bytes = is_array ? sizeof(CUdeviceptr) : size_of(argument.dtype);
        const bool wrong_kind = is_array && !parameters[i].type.empty() && !parameters[i].is_pointer;
        if (!wrong_kind && (parameters[i].bytes == bytes || parameters[i].bytes == 0)) continue;
        return launch_invalid(
            job,
            fmt::format("argument {} of {}, {}, has {} bytes where the kernel takes {} (CUDA_ERROR_INVALID_VALUE)", i,
                        job.program.entry, is_array ? "an array's address" : std::string(name_of(argument.dtype)), bytes,
                        parameters[i].bytes),
            "Give the argument the parameter's type");
    }
    return std::nullopt;
}

std::optional<Fault> over_budget(const LaunchJob& job, const std::vector<LaunchBuffer>& buffers) {
    const std::size_t arrays = all_bytes(buffers), bytes = arrays + writable_bytes(buffers);
    Fault fault{.kind = FaultKind::memory_budget, .file = job.program.origin, .hint = "Use smaller arrays."};
    if (arrays > job.options.memory_budget) {
        fault.message = fmt::format("the arrays take {:.1f} MiB, more than the budget of {:.1f} MiB", mib(arrays),
                                    mib(job.options.memory_budget));
        return fault;
    }
    const Driver& driver = *job.context->driver;
    std::size_t free_bytes = 0, gpu_bytes = 0;
    if (!job.context->make_current() || driver.cuMemGetInfo(&free_bytes, &gpu_bytes) != CUDA_SUCCESS) return std::nullopt;
    if (bytes <= free_bytes) return std::nullopt;
    fault.message = fmt::format(
        "the arrays and their copies take {:.1f} MiB; the GPU has {:.1f} MiB free of {:.1f} "
        "(CUDA_ERROR_OUT_OF_MEMORY)",
        mib(bytes), mib(free_bytes), mib(gpu_bytes));
    return fault;
}

std::array<std::byte, 8> scalar_bytes(DType dtype, std::int64_t value) {
    switch (dtype) {
        case DType::f32: return bytes_of(static_cast<float>(value));
        case DType::f64: return bytes_of(static_cast<double>(value));
        default: return bytes_of(value);  // little-endian: a narrower integer is the first bytes
    }
}

std::int64_t scalar_value(const KernelArgument& argument) {
    switch (argument.dtype) {
        case DType::u8: return whole_of<std::uint8_t>(argument.scalar);
        case DType::i8: return whole_of<std::int8_t>(argument.scalar);
        case DType::u32: return whole_of<std::uint32_t>(argument.scalar);
        case DType::i32: return whole_of<std::int32_t>(argument.scalar);
        case DType::u64:
        case DType::i64: return whole_of<std::int64_t>(argument.scalar);
        case DType::f32: return whole_of<float>(argument.scalar);
        case DType::f64: return whole_of<double>(argument.scalar);
        default: return 0;
    }
}

std::vector<Phase> phases_of(const LaunchJob& job, std::vector<Phase> measured) {
    measured.insert(measured.begin(), {Phase{"compile", job.program.compile_ms, {}}, Phase{"load", job.program.load_ms, {}}});
    return measured;
}

CudaResult<void> call_kernel(const LaunchJob& job, const KernelCall& call, CUstream stream) {
    if (job.program.library != nullptr) return job.program.library->run(stream, call.addresses, job.arguments);
    std::vector<CUdeviceptr> addresses = call.addresses;  // the driver takes its arguments as pointers to them
    std::vector<void*> values(job.arguments.size());
    std::array<std::byte, 8> length{};
    for (std::size_t i = 0; i < job.arguments.size(); ++i) {
        KernelArgument& argument = job.arguments[i];
        values[i] = argument.kind == KernelArgument::Kind::array ? static_cast<void*>(&addresses[i])
                    : !argument.structure.empty()                ? static_cast<void*>(argument.structure.data())
                                                                 : argument.scalar.data();
        if (!call.length || job.options.length_argument != i) continue;
        length = scalar_bytes(argument.dtype, *call.length);
        values[i] = length.data();
    }
    const LaunchShape& s = job.shape;
    WARPWISE_CUDA(*job.context->driver, cuLaunchKernel(job.program.function, call.grid_x, s.grid.y, s.grid.z, s.block.x, s.block.y,
                                                       s.block.z, s.dynamic_shared_bytes, stream, values.data(), nullptr));
    return {};
}

CudaResult<void> L2Flush::prepare(const LaunchJob& job) {
    if (!job.options.flush_l2) return {};
    const Driver& driver = *job.context->driver;
    int l2_bytes = 0;
    WARPWISE_CUDA(driver, cuDeviceGetAttribute(&l2_bytes, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, job.context->device));
    constexpr std::size_t least_bytes = std::size_t{1} << 20;
    words_ = std::max(2 * static_cast<std::size_t>(l2_bytes), least_bytes) / sizeof(std::uint32_t);
    auto memory = make_memory(job.context, words_ * sizeof(std::uint32_t));
    if (!memory) return std::unexpected(memory.error());
    memory_ = std::move(*memory);
    return {};
}

CudaResult<void> L2Flush::run(const LaunchJob& job, CUstream stream) const {
    if (active()) WARPWISE_CUDA(*job.context->driver, cuMemsetD32Async(memory_.get(), 0, words_, stream));
    return {};
}

void Surroundings::before_samples() {
    const Driver& driver = *job_.context->driver;
    int blocks = 0;
    const int threads = static_cast<int>(job_.shape.block.count());
    if (job_.program.function != nullptr &&
        driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, job_.program.function, threads,
                                                           job_.shape.dynamic_shared_bytes) == CUDA_SUCCESS)
        outcome_.readings["active_blocks_per_sm"] = blocks;
    if (job_.program.from_cache) outcome_.readings["compiled_before"] = 1;
    if (job_.nvml == nullptr) return;
    for (const auto& [name, value] : job_.nvml->readings()) outcome_.readings[name + "_before"] = value;
}

void Surroundings::after_sample(std::size_t sample) {
    if (job_.nvml == nullptr) return;
    if (auto why = job_.nvml->held_back(); !why.empty()) outcome_.throttled[sample] = std::move(why);
}

void Surroundings::after_samples() {
    if (job_.nvml == nullptr) return;
    for (const auto& [name, value] : job_.nvml->readings()) outcome_.readings[name] = value;
}

}  // namespace warpwise
