#include "cuda/cuda_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "cuda/stdout_capture.h"

namespace warpwise {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point begin) { return std::chrono::duration<double, std::milli>(Clock::now() - begin).count(); }

// Calls the driver; returns the CudaError from the enclosing function when the call fails.
#define WARPWISE_CUDA(call)                                                                                     \
    do {                                                                                                        \
        if (auto status = check(driver_, driver_.call, #call); !status) return std::unexpected(status.error()); \
    } while (false)
#define WARPWISE_TRY(result)                                                         \
    do {                                                                             \
        if (auto status = (result); !status) return std::unexpected(status.error()); \
    } while (false)

// Several launches between two events make a sample long against the events' resolution (about half a microsecond).
constexpr double sample_ms = 0.4;
constexpr std::size_t max_batch = 100;
constexpr std::size_t max_batch_bytes = std::size_t{1} << 30;

// An array of the launch on the device. Arguments that name one host array share it.
struct Buffer {
    Array* host = nullptr;
    bool read_only = true;              // no argument may write it
    DeviceMemory memory;                // what the first launch works on
    DeviceMemory pristine;              // the input as it came, when a launch may change it
    std::vector<DeviceMemory> scratch;  // for timing: one a launch of a batch, restored from `pristine`
};

class Launch {
  public:
    Launch(const LaunchJob& job, LaunchOutcome& outcome) : job_(job), driver_(*job.context->driver), outcome_(outcome) {}

    CudaResult<void> run() {
        gather_buffers();
        if (auto fault = wrong_arguments()) {
            outcome_.fault = std::move(fault);
            return {};
        }
        if (auto fault = over_budget()) {
            outcome_.fault = std::move(fault);
            return {};
        }
        WARPWISE_TRY(first_launch());
        WARPWISE_TRY(warm_launches());
        finish_phases();
        return {};
    }

  private:
    void gather_buffers() {
        for (const KernelArgument& argument : job_.arguments) {
            if (argument.kind != KernelArgument::Kind::array) continue;
            const auto same = std::ranges::find(buffers_, argument.array, &Buffer::host);
            Buffer& buffer = same != buffers_.end() ? *same : buffers_.emplace_back();
            buffer.host = argument.array;
            buffer.read_only = buffer.read_only && argument.read_only;
        }
    }

    std::size_t array_bytes() const {
        std::size_t bytes = 0;
        for (const Buffer& buffer : buffers_) bytes += buffer.host->size_bytes();
        return bytes;
    }
    std::size_t writable_bytes() const {
        std::size_t bytes = 0;
        for (const Buffer& buffer : buffers_) bytes += buffer.read_only ? 0 : buffer.host->size_bytes();
        return bytes;
    }

    Fault launch_invalid(std::string message, std::string hint) const {
        return {
            .kind = FaultKind::launch_invalid, .file = job_.program.origin, .message = std::move(message), .hint = std::move(hint)};
    }

    // The driver reads as many bytes as the kernel declares: a wrong count or size must never reach it.
    std::optional<Fault> wrong_arguments() const {
        for (const KernelArgument& argument : job_.arguments)
            if (argument.kind == KernelArgument::Kind::array && argument.array == nullptr)
                return launch_invalid(fmt::format("the argument {} has no array", argument.name), "Give the kernel an array there");
        const auto& parameters = job_.program.parameters;
        if (driver_.parameter_info == nullptr && parameters.empty()) return std::nullopt;  // an old driver tells nothing
        if (parameters.size() != job_.arguments.size())
            return launch_invalid(fmt::format("{} takes {} arguments, the launch gives {} (CUDA_ERROR_INVALID_VALUE)",
                                              job_.program.entry, parameters.size(), job_.arguments.size()),
                                  "Compare the kernel's parameters with the lesson's arguments");
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const KernelArgument& argument = job_.arguments[i];
            const bool is_array = argument.kind == KernelArgument::Kind::array;
            const std::size_t bytes = is_array ? sizeof(CUdeviceptr) : size_of(argument.dtype);
            const bool wrong_kind = is_array && !parameters[i].type.empty() && !parameters[i].is_pointer;
            if (!wrong_kind && (parameters[i].bytes == bytes || parameters[i].bytes == 0)) continue;
            return launch_invalid(
                fmt::format("argument {} of {}, {}, has {} bytes where the kernel takes {} (CUDA_ERROR_INVALID_VALUE)", i,
                            job_.program.entry, is_array ? "an array's address" : std::string(name_of(argument.dtype)), bytes,
                            parameters[i].bytes),
                "Give the argument the parameter's type");
        }
        return std::nullopt;
    }

    std::optional<Fault> over_budget() const {
        const std::size_t bytes = array_bytes() + writable_bytes();  // and the copies of what a launch may change
        const auto mib = [](std::size_t b) { return static_cast<double>(b) / (1 << 20); };
        Fault fault{.kind = FaultKind::memory_budget, .file = job_.program.origin, .hint = "Use smaller arrays"};
        if (array_bytes() > job_.options.memory_budget) {
            fault.message = fmt::format("the arrays take {:.1f} MiB, more than the budget of {:.1f} MiB", mib(array_bytes()),
                                        mib(job_.options.memory_budget));
            return fault;
        }
        std::size_t free_bytes = 0, all_bytes = 0;
        if (!job_.context->make_current() || driver_.cuMemGetInfo(&free_bytes, &all_bytes) != CUDA_SUCCESS) return std::nullopt;
        if (bytes <= free_bytes) return std::nullopt;
        fault.message = fmt::format(
            "the arrays and their copies take {:.1f} MiB; the GPU has {:.1f} MiB free of {:.1f} "
            "(CUDA_ERROR_OUT_OF_MEMORY)",
            mib(bytes), mib(free_bytes), mib(all_bytes));
        return fault;
    }

    CudaResult<void> allocate(DeviceMemory& memory, std::size_t bytes) {
        auto made = make_memory(job_.context, bytes);
        if (!made) return std::unexpected(made.error());
        memory = std::move(*made);
        return {};
    }

    CudaResult<void> copy_in() {
        for (Buffer& buffer : buffers_)
            if (buffer.host->size_bytes() > 0)
                WARPWISE_CUDA(cuMemcpyHtoD(buffer.memory.get(), buffer.host->data(), buffer.host->size_bytes()));
        WARPWISE_CUDA(cuStreamSynchronize(nullptr));  // the copy may end after the call returns
        return {};
    }

    CudaResult<void> copy_out(Buffer& buffer, std::byte* to) {
        if (buffer.host->size_bytes() > 0) WARPWISE_CUDA(cuMemcpyDtoH(to, buffer.memory.get(), buffer.host->size_bytes()));
        return {};
    }

    CudaResult<void> copy_on_device(const DeviceMemory& to, const DeviceMemory& from, std::size_t bytes) {
        if (bytes > 0) WARPWISE_CUDA(cuMemcpyDtoDAsync(to.get(), from.get(), bytes, stream_.get()));
        return {};
    }

    // Launches on the buffers themselves, or on the scratch copies of one place in a batch.
    CudaResult<void> launch(std::optional<std::size_t> place = std::nullopt) {
        std::vector<CUdeviceptr> addresses(job_.arguments.size());
        std::vector<void*> values(job_.arguments.size());
        for (std::size_t i = 0; i < job_.arguments.size(); ++i) {
            KernelArgument& argument = job_.arguments[i];
            values[i] = argument.scalar.data();
            if (argument.kind != KernelArgument::Kind::array) continue;
            const Buffer& buffer = *std::ranges::find(buffers_, argument.array, &Buffer::host);
            addresses[i] = place && !buffer.read_only ? buffer.scratch[*place].get() : buffer.memory.get();
            values[i] = &addresses[i];
        }
        if (job_.program.library != nullptr) return job_.program.library->run(stream_.get(), addresses, job_.arguments);
        const LaunchShape& s = job_.shape;
        WARPWISE_CUDA(cuLaunchKernel(job_.program.function, s.grid.x, s.grid.y, s.grid.z, s.block.x, s.block.y, s.block.z,
                                     s.dynamic_shared_bytes, stream_.get(), values.data(), nullptr));
        return {};
    }

    // The time of `count` launches between two events, divided by them.
    CudaResult<double> timed_launches(std::size_t count, bool on_scratch) {
        WARPWISE_CUDA(cuStreamSynchronize(stream_.get()));
        WARPWISE_CUDA(cuEventRecord(begin_.get(), stream_.get()));
        for (std::size_t i = 0; i < count; ++i) WARPWISE_TRY(launch(on_scratch ? std::optional(i) : std::nullopt));
        WARPWISE_CUDA(cuEventRecord(end_.get(), stream_.get()));
        WARPWISE_CUDA(cuEventSynchronize(end_.get()));
        float ms = 0;
        WARPWISE_CUDA(elapsed_ms(&ms, begin_.get(), end_.get()));
        return static_cast<double>(ms) / static_cast<double>(count);
    }

    CudaResult<void> first_launch() {
        auto stream = make_stream(job_.context);
        if (!stream) return std::unexpected(stream.error());
        stream_ = std::move(*stream);
        for (Event* event : {&begin_, &end_}) {
            auto made = make_event(job_.context);
            if (!made) return std::unexpected(made.error());
            *event = std::move(*made);
        }
        const auto begin = Clock::now();
        for (Buffer& buffer : buffers_) WARPWISE_TRY(allocate(buffer.memory, buffer.host->size_bytes()));
        const auto copy_begin = Clock::now();
        WARPWISE_TRY(copy_in());
        copy_in_.cold_ms = ms_since(copy_begin);
        WARPWISE_TRY(keep_pristine());

        StdoutCapture capture(job_.program.prints);
        const auto kernel_ms = timed_launches(1, false);
        outcome_.printed = capture.finish();
        if (!kernel_ms) return std::unexpected(kernel_ms.error());
        kernel_.cold_ms = *kernel_ms;

        const auto out_begin = Clock::now();
        for (Buffer& buffer : buffers_)
            if (!buffer.read_only) WARPWISE_TRY(copy_out(buffer, buffer.host->data()));
        copy_out_.cold_ms = ms_since(out_begin);
        total_.cold_ms = ms_since(begin) - pristine_ms_;
        return {};
    }

    // A sign of life between two launches: who waits for this one can tell a long series from an endless kernel. Never inside
    // of a timed stretch.
    void beat(double fraction) {
        if (job_.options.progress) job_.options.progress(fraction);
    }

    // Only when warm launches follow; not in the total.
    CudaResult<void> keep_pristine() {
        const auto begin = Clock::now();
        for (Buffer& buffer : buffers_) {
            if (buffer.read_only || job_.options.repeats < 1) continue;
            WARPWISE_TRY(allocate(buffer.pristine, buffer.host->size_bytes()));
            WARPWISE_TRY(copy_on_device(buffer.pristine, buffer.memory, buffer.host->size_bytes()));
        }
        WARPWISE_CUDA(cuStreamSynchronize(stream_.get()));
        beat(0);
        pristine_ms_ = ms_since(begin);
        return {};
    }

    CudaResult<void> restore() {
        for (Buffer& buffer : buffers_) {
            if (buffer.read_only) continue;
            WARPWISE_TRY(copy_on_device(buffer.memory, buffer.pristine, buffer.host->size_bytes()));
            for (const DeviceMemory& scratch : buffer.scratch)
                WARPWISE_TRY(copy_on_device(scratch, buffer.pristine, buffer.host->size_bytes()));
        }
        WARPWISE_CUDA(cuStreamSynchronize(stream_.get()));
        return {};
    }

    // How many launches make one sample: as many as the clock's resolution asks for and the memory for copies allows.
    CudaResult<std::size_t> prepare_batch() {
        WARPWISE_TRY(restore());
        beat(0);
        const auto once_ms = timed_launches(1, false);
        if (!once_ms) return std::unexpected(once_ms.error());
        beat(0);
        const double wanted = std::clamp(std::ceil(sample_ms / std::max(*once_ms, 1e-4)), 1.0, double{max_batch});
        std::size_t free_bytes = 0, all_bytes = 0;
        WARPWISE_CUDA(cuMemGetInfo(&free_bytes, &all_bytes));
        const std::size_t allowed = std::min(max_batch_bytes, free_bytes / 4) / std::max<std::size_t>(writable_bytes(), 1);
        const std::size_t batch = std::clamp<std::size_t>(static_cast<std::size_t>(wanted), 1, std::max<std::size_t>(allowed, 1));
        if (batch == 1) return batch;
        for (Buffer& buffer : buffers_)
            for (std::size_t i = 0; !buffer.read_only && i < batch; ++i)
                WARPWISE_TRY(allocate(buffer.scratch.emplace_back(), buffer.host->size_bytes()));
        return batch;
    }

    CudaResult<void> warm_launches() {
        if (job_.options.repeats < 1) return {};
        const StdoutCapture swallow(job_.program.prints);  // the first launch's text is the run's
        const auto batch = prepare_batch();
        if (!batch) return std::unexpected(batch.error());
        std::vector<std::byte> sink(writable_bytes());  // the arrays keep the first result
        for (int i = 0; i < job_.options.repeats; ++i) {
            if (job_.options.stop.stop_requested()) {
                outcome_.cancelled = true;
                return {};
            }
            WARPWISE_TRY(restore());
            const auto kernel_ms = timed_launches(*batch, *batch > 1);
            if (!kernel_ms) return std::unexpected(kernel_ms.error());
            kernel_.samples_ms.push_back(*kernel_ms);
            beat(i / double(job_.options.repeats));
            WARPWISE_TRY(warm_total(sink));
            beat((i + 1.0) / job_.options.repeats);
        }
        return {};
    }

    // One pass from host memory to host memory.
    CudaResult<void> warm_total(std::vector<std::byte>& sink) {
        const auto begin = Clock::now();
        WARPWISE_TRY(copy_in());
        copy_in_.samples_ms.push_back(ms_since(begin));
        WARPWISE_TRY(restore());  // the host's arrays hold the first result by now
        const auto launch_begin = Clock::now();
        WARPWISE_TRY(launch());
        WARPWISE_CUDA(cuStreamSynchronize(stream_.get()));
        const auto out_begin = Clock::now();
        std::byte* to = sink.data();
        for (Buffer& buffer : buffers_) {
            if (buffer.read_only) continue;
            WARPWISE_TRY(copy_out(buffer, to));
            to += buffer.host->size_bytes();
        }
        copy_out_.samples_ms.push_back(ms_since(out_begin));
        total_.samples_ms.push_back(copy_in_.samples_ms.back() + ms_since(launch_begin));
        return {};
    }

    void finish_phases() {
        outcome_.phases = {Phase{"compile", job_.program.compile_ms, {}},
                           Phase{"load", job_.program.load_ms, {}},
                           std::move(copy_in_),
                           std::move(kernel_),
                           std::move(copy_out_),
                           std::move(total_)};
    }

    const LaunchJob& job_;
    const Driver& driver_;
    LaunchOutcome& outcome_;
    std::vector<Buffer> buffers_;
    Stream stream_;
    Event begin_, end_;
    Phase copy_in_{"copy_in", {}, {}}, kernel_{"kernel", {}, {}}, copy_out_{"copy_out", {}, {}}, total_{"total", {}, {}};
    double pristine_ms_ = 0;
};

#undef WARPWISE_CUDA
#undef WARPWISE_TRY

}  // namespace

CudaResult<void> run_launch(const LaunchJob& job, LaunchOutcome& outcome) {
    if (auto current = job.context->make_current(); !current) return current;
    Launch launch(job, outcome);
    auto done = launch.run();
    if (!done && done.error().is_sticky()) job.context->abandon();  // before the launch's memory and events go
    return done;
}

}  // namespace warpwise
