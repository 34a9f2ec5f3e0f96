// A launch over whole arrays, one after the other: copy in, kernel, copy out.
#include "cuda/launch/whole_launch.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "cuda/driver/cuda_try.h"
#include "cuda/driver/stdout_capture.h"
#include "cuda/launch/launch_parts.h"
#include "cuda/launch/staged_copy.h"

namespace warpwise {
namespace {

// Several launches between two events make a sample long against the events' resolution (about half a microsecond).
constexpr double kSampleMs = 0.4;
constexpr std::size_t kMaxBatch = 100;
constexpr std::size_t kMaxBatchBytes = std::size_t{1} << 30;
constexpr double kShortPassMs = 5;

// What a buffer has beside its memory.
struct Copies {
    DeviceMemory pristine;              // the input as it came, when a launch may change it
    std::vector<DeviceMemory> scratch;  // for timing: one a launch of a batch, restored from `pristine`
    PinnedMemory staging;               // CopyMode::pinned: what copies start and end in
};

class WholeLaunch {
  public:
    WholeLaunch(const LaunchJob& job, LaunchOutcome& outcome)
        : job_(job),
          driver_(*job.context->driver),
          outcome_(outcome),
          buffers_(gather_buffers(job.arguments)),
          copies_(buffers_.size()),
          surroundings_(job, outcome) {}

    CudaResult<void> run() {
        WARPWISE_TRY(prepare());
        WARPWISE_TRY(first_launch());
        WARPWISE_TRY(warm_launches());
        finish_phases();
        return {};
    }

  private:
    bool pinned() const { return job_.options.copies == CopyMode::pinned; }
    bool staged() const { return job_.options.copies == CopyMode::staged; }
    bool goes_staged(const LaunchBuffer& buffer) const { return staged() && StagedCopy::pays(buffer.bytes()); }
    bool resident() const { return job_.options.copies == CopyMode::resident; }

    CudaResult<void> prepare() {
        auto stream = make_stream(job_.context);
        if (!stream) return std::unexpected(stream.error());
        stream_ = std::move(*stream);
        for (Event* event : {&begin_, &end_}) {
            auto made = make_event(job_.context);
            if (!made) return std::unexpected(made.error());
            *event = std::move(*made);
        }
        if (std::ranges::any_of(buffers_, [this](const LaunchBuffer& buffer) { return goes_staged(buffer); }))
            WARPWISE_TRY(staged_.prepare(job_.context));
        return flush_.prepare(job_);
    }

    CudaResult<void> allocate(DeviceMemory& memory, std::size_t bytes) {
        auto made = make_memory(job_.context, bytes);
        if (!made) return std::unexpected(made.error());
        memory = std::move(*made);
        return {};
    }

    CudaResult<void> allocate_buffers() {
        for (std::size_t i = 0; i < buffers_.size(); ++i) {
            WARPWISE_TRY(allocate(buffers_[i].memory, buffers_[i].bytes()));
            if (!pinned()) continue;
            auto made = make_pinned_memory(job_.context, buffers_[i].bytes());
            if (!made) return std::unexpected(made.error());
            copies_[i].staging = std::move(*made);
        }
        return {};
    }

    // Between the arrays and page-locked memory: a program that cares keeps its arrays there, so this is not part of any time.
    void fill_staging() {
        const auto begin = Clock::now();
        for (std::size_t i = 0; i < buffers_.size(); ++i)
            if (pinned() && buffers_[i].bytes() > 0)
                std::memcpy(copies_[i].staging.get(), buffers_[i].host->data(), buffers_[i].bytes());
        beat(0);
        untimed_ms_ += ms_since(begin);
    }
    void empty_staging() {
        for (std::size_t i = 0; i < buffers_.size(); ++i)
            if (pinned() && !buffers_[i].read_only && buffers_[i].bytes() > 0)
                std::memcpy(buffers_[i].host->data(), copies_[i].staging.get(), buffers_[i].bytes());
    }

    CudaResult<void> copy_in() {
        for (std::size_t i = 0; i < buffers_.size(); ++i) {
            const LaunchBuffer& buffer = buffers_[i];
            if (buffer.bytes() == 0) continue;
            if (buffer.zeroed)
                WARPWISE_CUDA(driver_, cuMemsetD8Async(buffer.memory.get(), 0, buffer.bytes(), pinned() ? stream_.get() : nullptr));
            else if (pinned())
                WARPWISE_CUDA(driver_,
                              cuMemcpyHtoDAsync(buffer.memory.get(), copies_[i].staging.get(), buffer.bytes(), stream_.get()));
            else if (goes_staged(buffer))
                WARPWISE_TRY(staged_.to_device(buffer.memory.get(), buffer.host->data(), buffer.bytes()));
            else
                WARPWISE_CUDA(driver_, cuMemcpyHtoD(buffer.memory.get(), buffer.host->data(), buffer.bytes()));
        }
        if (pinned()) return synchronize();
        WARPWISE_CUDA(driver_, cuStreamSynchronize(nullptr));  // the copy may end after the call returns
        return {};
    }

    // `to`: where each array begins; in page-locked memory it is the staging instead.
    CudaResult<void> copy_out(const std::vector<std::byte*>& to) {
        for (std::size_t i = 0; i < buffers_.size(); ++i) {
            const LaunchBuffer& buffer = buffers_[i];
            if (buffer.read_only || buffer.bytes() == 0) continue;
            if (pinned())
                WARPWISE_CUDA(driver_,
                              cuMemcpyDtoHAsync(copies_[i].staging.get(), buffer.memory.get(), buffer.bytes(), stream_.get()));
            else if (goes_staged(buffer))
                WARPWISE_TRY(staged_.to_host(to[i], buffer.memory.get(), buffer.bytes()));
            else
                WARPWISE_CUDA(driver_, cuMemcpyDtoH(to[i], buffer.memory.get(), buffer.bytes()));
        }
        return pinned() ? synchronize() : CudaResult<void>{};
    }

    CudaResult<void> copy_on_device(const DeviceMemory& to, const DeviceMemory& from, std::size_t bytes) {
        if (bytes > 0) WARPWISE_CUDA(driver_, cuMemcpyDtoDAsync(to.get(), from.get(), bytes, stream_.get()));
        return {};
    }

    CudaResult<void> synchronize() {
        WARPWISE_CUDA(driver_, cuStreamSynchronize(stream_.get()));
        return {};
    }

    // Launches on the buffers themselves, or on the scratch copies of one place in a batch.
    CudaResult<void> launch(std::optional<std::size_t> place = std::nullopt) {
        std::vector<CUdeviceptr> addresses(job_.arguments.size());
        for (std::size_t i = 0; i < job_.arguments.size(); ++i) {
            if (job_.arguments[i].kind != KernelArgument::Kind::array) continue;
            const auto found = std::ranges::find(buffers_, job_.arguments[i].array, &LaunchBuffer::host);
            const Copies& copies = copies_[static_cast<std::size_t>(found - buffers_.begin())];
            addresses[i] = place && !found->read_only ? copies.scratch[*place].get() : found->memory.get();
        }
        return call_kernel(job_, {.addresses = addresses, .grid_x = job_.shape.grid.x, .length = {}}, stream_.get());
    }

    // The time of `count` launches between two events, divided by them.
    CudaResult<double> timed_launches(std::size_t count, bool on_scratch) {
        WARPWISE_TRY(synchronize());
        WARPWISE_TRY(flush_.run(job_, stream_.get()));
        WARPWISE_CUDA(driver_, cuEventRecord(begin_.get(), stream_.get()));
        for (std::size_t i = 0; i < count; ++i) WARPWISE_TRY(launch(on_scratch ? std::optional(i) : std::nullopt));
        WARPWISE_CUDA(driver_, cuEventRecord(end_.get(), stream_.get()));
        WARPWISE_CUDA(driver_, cuEventSynchronize(end_.get()));
        float ms = 0;
        WARPWISE_CUDA(driver_, elapsed_ms(&ms, begin_.get(), end_.get()));
        return static_cast<double>(ms) / static_cast<double>(count);
    }

    CudaResult<void> first_launch() {
        const auto begin = Clock::now();
        WARPWISE_TRY(allocate_buffers());
        fill_staging();
        const auto copy_begin = Clock::now();
        WARPWISE_TRY(copy_in());
        copy_in_.cold_ms = ms_since(copy_begin);
        WARPWISE_TRY(keep_pristine());

        StdoutCapture capture(job_.program.prints);
        const auto kernel_ms = timed_launches(1, false);
        outcome_.printed = capture.finish();
        if (!kernel_ms) return std::unexpected(kernel_ms.error());
        kernel_.cold_ms = *kernel_ms;

        std::vector<std::byte*> arrays;
        for (const LaunchBuffer& buffer : buffers_) arrays.push_back(buffer.host->data());
        const auto out_begin = Clock::now();
        WARPWISE_TRY(copy_out(arrays));
        copy_out_.cold_ms = ms_since(out_begin);
        total_.cold_ms = ms_since(begin) - untimed_ms_;
        empty_staging();
        return {};
    }

    // A sign of life between two launches: what waits for this one can tell a long series from an endless kernel. Never inside
    // of a timed stretch.
    void beat(double fraction) {
        if (job_.options.progress) job_.options.progress(fraction);
    }

    // Only when warm launches follow; not in the total.
    CudaResult<void> keep_pristine() {
        const auto begin = Clock::now();
        for (std::size_t i = 0; i < buffers_.size(); ++i) {
            if (buffers_[i].read_only || job_.options.repeats < 1) continue;
            WARPWISE_TRY(allocate(copies_[i].pristine, buffers_[i].bytes()));
            WARPWISE_TRY(copy_on_device(copies_[i].pristine, buffers_[i].memory, buffers_[i].bytes()));
        }
        WARPWISE_TRY(synchronize());
        beat(0);
        untimed_ms_ += ms_since(begin);
        return {};
    }

    CudaResult<void> restore() {
        for (std::size_t i = 0; i < buffers_.size(); ++i) {
            const LaunchBuffer& buffer = buffers_[i];
            if (buffer.read_only) continue;
            WARPWISE_TRY(copy_on_device(buffer.memory, copies_[i].pristine, buffer.bytes()));
            for (const DeviceMemory& scratch : copies_[i].scratch)
                WARPWISE_TRY(copy_on_device(scratch, copies_[i].pristine, buffer.bytes()));
        }
        return synchronize();
    }

    // How many launches make one sample: as many as the clock's resolution asks for and the memory for copies allows. One when the
    // L2 cache is flushed before each: the flush cannot stand between the two events.
    CudaResult<std::size_t> prepare_batch() {
        WARPWISE_TRY(restore());
        beat(0);
        const auto once_ms = timed_launches(1, false);
        if (!once_ms) return std::unexpected(once_ms.error());
        beat(0);
        if (flush_.active()) return 1;
        const double wanted = std::clamp(std::ceil(kSampleMs / std::max(*once_ms, 1e-4)), 1.0, double{kMaxBatch});
        std::size_t free_bytes = 0, gpu_bytes = 0;
        WARPWISE_CUDA(driver_, cuMemGetInfo(&free_bytes, &gpu_bytes));
        const std::size_t allowed = std::min(kMaxBatchBytes, free_bytes / 4) / std::max<std::size_t>(writable_bytes(buffers_), 1);
        const std::size_t batch = std::clamp<std::size_t>(static_cast<std::size_t>(wanted), 1, std::max<std::size_t>(allowed, 1));
        if (batch == 1) return batch;
        for (std::size_t i = 0; i < buffers_.size(); ++i)
            for (std::size_t place = 0; !buffers_[i].read_only && place < batch; ++place)
                WARPWISE_TRY(allocate(copies_[i].scratch.emplace_back(), buffers_[i].bytes()));
        return batch;
    }

    CudaResult<void> warm_launches() {
        if (job_.options.repeats < 1) return {};
        const StdoutCapture swallow(job_.program.prints);  // the first launch's text is the run's
        const auto batch = prepare_batch();
        if (!batch) return std::unexpected(batch.error());
        const std::size_t sink_bytes = pinned() || resident() ? 0 : writable_bytes(buffers_);
        Array sink = Array::make(DType::u8, {static_cast<std::int64_t>(sink_bytes)}).value();  // the arrays keep the first result
        surroundings_.before_samples();
        for (int i = 0; i < job_.options.repeats; ++i) {
            if (job_.options.stop.stop_requested()) {
                outcome_.cancelled = true;
                return {};
            }
            WARPWISE_TRY(restore());
            const auto kernel_ms = timed_launches(*batch, *batch > 1);
            if (!kernel_ms) return std::unexpected(kernel_ms.error());
            kernel_.samples_ms.push_back(*kernel_ms);
            surroundings_.after_sample(static_cast<std::size_t>(i));
            beat(i / double(job_.options.repeats));
            WARPWISE_TRY(resident() ? warm_resident() : warm_total(sink));
            beat((i + 1.0) / job_.options.repeats);
        }
        surroundings_.after_samples();
        return {};
    }

    // The arrays stay where they are: launch and wait.
    CudaResult<void> warm_resident() {
        WARPWISE_TRY(restore());
        WARPWISE_TRY(flush_.run(job_, stream_.get()));
        WARPWISE_TRY(synchronize());
        const auto begin = Clock::now();
        WARPWISE_TRY(launch());
        WARPWISE_TRY(synchronize());
        total_.samples_ms.push_back(ms_since(begin));
        return {};
    }

    struct Pass {
        double copy_in_ms = 0, copy_out_ms = 0, total_ms = 0;
    };

    // From host memory to host memory.
    CudaResult<Pass> pass(Array& sink) {
        Pass pass;
        const auto begin = Clock::now();
        WARPWISE_TRY(copy_in());
        pass.copy_in_ms = ms_since(begin);
        WARPWISE_TRY(restore());  // the host's arrays hold the first result by now
        WARPWISE_TRY(flush_.run(job_, stream_.get()));
        WARPWISE_TRY(synchronize());
        std::vector<std::byte*> to;
        for (std::size_t offset = 0; const LaunchBuffer& buffer : buffers_) {
            to.push_back(sink.data() + (sink.size_bytes() == 0 ? 0 : offset));
            offset += buffer.read_only ? 0 : buffer.bytes();
        }
        const auto launch_begin = Clock::now();
        WARPWISE_TRY(launch());
        WARPWISE_TRY(synchronize());
        const auto out_begin = Clock::now();
        WARPWISE_TRY(copy_out(to));
        pass.copy_out_ms = ms_since(out_begin);
        pass.total_ms = pass.copy_in_ms + ms_since(launch_begin);
        return pass;
    }

    // A short pass counts only right behind another: the kernel's samples let threads fall asleep and caches cool, which a program
    // that calls again and again would not see.
    CudaResult<void> warm_total(Array& sink) {
        auto warm = pass(sink);
        if (warm && warm->total_ms < kShortPassMs) warm = pass(sink);
        if (!warm) return std::unexpected(warm.error());
        copy_in_.samples_ms.push_back(warm->copy_in_ms);
        copy_out_.samples_ms.push_back(warm->copy_out_ms);
        total_.samples_ms.push_back(warm->total_ms);
        return {};
    }

    void finish_phases() { outcome_.phases = phases_of(job_, {copy_in_, kernel_, copy_out_, total_}); }

    const LaunchJob& job_;
    const Driver& driver_;
    LaunchOutcome& outcome_;
    std::vector<LaunchBuffer> buffers_;
    std::vector<Copies> copies_;  // of the buffers, in their order
    Surroundings surroundings_;
    L2Flush flush_;
    StagedCopy staged_;
    Stream stream_;
    Event begin_, end_;
    Phase copy_in_{"copy_in", {}, {}}, kernel_{"kernel", {}, {}}, copy_out_{"copy_out", {}, {}}, total_{"total", {}, {}};
    double untimed_ms_ = 0;  // of the first launch: what no program would do
};

}  // namespace

CudaResult<void> run_whole(const LaunchJob& job, LaunchOutcome& outcome) {
    WholeLaunch launch(job, outcome);
    auto done = launch.run();
    if (!done && done.error().is_sticky()) job.context->abandon();  // before the launch's memory and events go
    return done;
}

}  // namespace warpwise
