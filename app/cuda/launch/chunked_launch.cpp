// A launch cut into chunks: each one's copy in, kernel and copy out are queued on stream (chunk modulo streams), so that the copies
// of one chunk can run beside the kernel of another.
#include "cuda/launch/chunked_launch.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "cuda/driver/cuda_try.h"
#include "cuda/driver/stdout_capture.h"
#include "cuda/launch/launch_parts.h"

namespace warpwise {
namespace {

// Where a buffer's data lie in page-locked memory. What copies out is apart from what copies in, so that every pass starts from the
// same arrays.
struct Staging {
    PinnedMemory in, out;
    bool cut = false;           // by chunks; else copied whole, before and after them
    std::size_t row_bytes = 0;  // of one element of the first dimension
};

class ChunkedLaunch {
  public:
    ChunkedLaunch(const LaunchJob& job, const std::vector<Chunk>& chunks, LaunchOutcome& outcome)
        : job_(job),
          driver_(*job.context->driver),
          chunks_(chunks),
          outcome_(outcome),
          buffers_(gather_buffers(job.arguments)),
          staging_(buffers_.size()),
          surroundings_(job, outcome),
          events_(chunks.size()) {}

    CudaResult<void> run() {
        WARPWISE_TRY(make_streams_and_events());
        const auto begin = Clock::now();
        WARPWISE_TRY(allocate());
        const double allocation_ms = ms_since(begin);
        fill_staging();
        WARPWISE_TRY(first_pass(allocation_ms));
        WARPWISE_TRY(warm_passes());
        outcome_.phases = phases_of(job_, {copy_in_, kernel_, copy_out_, total_});
        return {};
    }

  private:
    // Between two of these lies one operation of a chunk.
    using ChunkEvents = std::array<Event, 4>;
    static constexpr std::array<const char*, 3> kOperations{"copy_in", "kernel", "copy_out"};

    CudaResult<void> make_streams_and_events() {
        const std::size_t streams =
            std::min<std::size_t>(static_cast<std::size_t>(std::max(job_.options.streams, 1)), chunks_.size());
        for (std::size_t i = 0; i < streams; ++i) {
            auto made = make_stream(job_.context);
            if (!made) return std::unexpected(made.error());
            streams_.push_back(std::move(*made));
        }
        for (ChunkEvents& events : events_)
            for (Event& event : events) {
                auto made = make_event(job_.context);
                if (!made) return std::unexpected(made.error());
                event = std::move(*made);
            }
        return flush_.prepare(job_);
    }

    CudaResult<void> allocate() {
        for (std::size_t i = 0; i < buffers_.size(); ++i) {
            const Array& host = *buffers_[i].host;
            staging_[i].cut = is_cut_array(host, length());
            if (staging_[i].cut) staging_[i].row_bytes = host.size_bytes() / static_cast<std::size_t>(length());
            auto memory = make_memory(job_.context, host.size_bytes());
            if (!memory) return std::unexpected(memory.error());
            buffers_[i].memory = std::move(*memory);
            auto in = make_pinned_memory(job_.context, host.size_bytes());
            if (!in) return std::unexpected(in.error());
            staging_[i].in = std::move(*in);
            if (buffers_[i].read_only) continue;
            auto out = make_pinned_memory(job_.context, host.size_bytes());
            if (!out) return std::unexpected(out.error());
            staging_[i].out = std::move(*out);
        }
        return {};
    }

    // Not part of any time: a program that cuts its work keeps its arrays in page-locked memory.
    void fill_staging() {
        for (std::size_t i = 0; i < buffers_.size(); ++i)
            if (buffers_[i].bytes() > 0) std::memcpy(staging_[i].in.get(), buffers_[i].host->data(), buffers_[i].bytes());
        beat(0);
    }
    void take_result() {
        for (std::size_t i = 0; i < buffers_.size(); ++i)
            if (!buffers_[i].read_only && buffers_[i].bytes() > 0)
                std::memcpy(buffers_[i].host->data(), staging_[i].out.get(), buffers_[i].bytes());
        beat(0);
    }

    std::int64_t length() const { return chunks_.back().begin + chunks_.back().length; }
    CUstream stream_of(std::size_t chunk) const { return streams_[chunk % streams_.size()].get(); }
    void beat(double fraction) {
        if (job_.options.progress) job_.options.progress(fraction);
    }

    struct Piece {
        std::size_t offset = 0, bytes = 0;
    };
    Piece piece_of(std::size_t buffer, const Chunk& chunk) const {
        const std::size_t row = staging_[buffer].row_bytes;
        return {static_cast<std::size_t>(chunk.begin) * row, static_cast<std::size_t>(chunk.length) * row};
    }
    static std::byte* at(const PinnedMemory& memory, std::size_t offset) { return static_cast<std::byte*>(memory.get()) + offset; }

    CudaResult<void> copy_chunk_in(const Chunk& chunk, CUstream stream) {
        for (std::size_t i = 0; i < buffers_.size(); ++i) {
            if (!staging_[i].cut) continue;
            WARPWISE_TRY(fill(i, piece_of(i, chunk), stream));
        }
        return {};
    }
    CudaResult<void> fill(std::size_t buffer, const Piece& piece, CUstream stream) {
        const CUdeviceptr to = buffers_[buffer].memory.get() + piece.offset;
        if (buffers_[buffer].zeroed)
            WARPWISE_CUDA(driver_, cuMemsetD8Async(to, 0, piece.bytes, stream));
        else
            WARPWISE_CUDA(driver_, cuMemcpyHtoDAsync(to, at(staging_[buffer].in, piece.offset), piece.bytes, stream));
        return {};
    }

    CudaResult<void> copy_chunk_out(const Chunk& chunk, CUstream stream) {
        for (std::size_t i = 0; i < buffers_.size(); ++i) {
            if (!staging_[i].cut || buffers_[i].read_only) continue;
            const Piece piece = piece_of(i, chunk);
            WARPWISE_CUDA(driver_, cuMemcpyDtoHAsync(at(staging_[i].out, piece.offset), buffers_[i].memory.get() + piece.offset,
                                                     piece.bytes, stream));
        }
        return {};
    }

    CudaResult<void> launch(const Chunk& chunk, CUstream stream) {
        std::vector<CUdeviceptr> addresses(job_.arguments.size());
        for (std::size_t i = 0; i < job_.arguments.size(); ++i) {
            if (job_.arguments[i].kind != KernelArgument::Kind::array) continue;
            const auto found = std::ranges::find(buffers_, job_.arguments[i].array, &LaunchBuffer::host);
            const auto place = static_cast<std::size_t>(found - buffers_.begin());
            addresses[i] = found->memory.get() + (staging_[place].cut ? piece_of(place, chunk).offset : 0);
        }
        return call_kernel(job_, {.addresses = addresses, .grid_x = chunk.grid_x, .length = chunk.length}, stream);
    }

    CudaResult<void> queue(std::size_t number) {
        const Chunk& chunk = chunks_[number];
        const ChunkEvents& events = events_[number];
        CUstream stream = stream_of(number);
        WARPWISE_CUDA(driver_, cuEventRecord(events[0].get(), stream));
        WARPWISE_TRY(copy_chunk_in(chunk, stream));
        WARPWISE_CUDA(driver_, cuEventRecord(events[1].get(), stream));
        WARPWISE_TRY(launch(chunk, stream));
        WARPWISE_CUDA(driver_, cuEventRecord(events[2].get(), stream));
        WARPWISE_TRY(copy_chunk_out(chunk, stream));
        WARPWISE_CUDA(driver_, cuEventRecord(events[3].get(), stream));
        return {};
    }

    CudaResult<void> synchronize() {
        for (const Stream& stream : streams_) WARPWISE_CUDA(driver_, cuStreamSynchronize(stream.get()));
        return {};
    }

    CudaResult<void> copy_whole_in() {
        for (std::size_t i = 0; i < buffers_.size(); ++i)
            if (!staging_[i].cut && buffers_[i].bytes() > 0)
                WARPWISE_TRY(fill(i, {0, buffers_[i].bytes()}, streams_.front().get()));
        return synchronize();  // chunks of other streams need them too
    }
    CudaResult<void> copy_whole_out() {
        for (std::size_t i = 0; i < buffers_.size(); ++i)
            if (!staging_[i].cut && !buffers_[i].read_only && buffers_[i].bytes() > 0)
                WARPWISE_CUDA(driver_, cuMemcpyDtoHAsync(staging_[i].out.get(), buffers_[i].memory.get(), buffers_[i].bytes(),
                                                         streams_.front().get()));
        return synchronize();
    }

    // From page-locked memory to page-locked memory: the milliseconds by the clock.
    CudaResult<double> pass() {
        WARPWISE_TRY(flush_.run(job_, streams_.front().get()));
        WARPWISE_TRY(synchronize());
        const auto begin = Clock::now();
        WARPWISE_TRY(copy_whole_in());
        for (std::size_t i = 0; i < chunks_.size(); ++i) WARPWISE_TRY(queue(i));
        WARPWISE_TRY(synchronize());
        WARPWISE_TRY(copy_whole_out());
        const double pass_ms = ms_since(begin);
        WARPWISE_TRY(read_timeline());
        return pass_ms;
    }

    CudaResult<void> read_timeline() {
        outcome_.timeline.clear();
        for (std::size_t number = 0; number < chunks_.size(); ++number) {
            std::array<double, 4> at_ms{};
            for (std::size_t i = 0; i < at_ms.size(); ++i) {
                float ms = 0;
                WARPWISE_CUDA(driver_, elapsed_ms(&ms, events_.front().front().get(), events_[number][i].get()));
                at_ms[i] = std::max(0.0, static_cast<double>(ms));  // another stream may be a microsecond earlier
            }
            for (std::size_t i = 0; i < kOperations.size(); ++i)
                outcome_.timeline.push_back(
                    {kOperations[i], static_cast<int>(number % streams_.size()), static_cast<int>(number), at_ms[i], at_ms[i + 1]});
        }
        let_copies_take_turns(outcome_.timeline);
        return {};
    }

    CudaResult<void> first_pass(double allocation_ms) {
        StdoutCapture capture(job_.program.prints);
        const auto pass_ms = pass();
        outcome_.printed = capture.finish();
        if (!pass_ms) return std::unexpected(pass_ms.error());
        for (Phase* phase : {&copy_in_, &kernel_, &copy_out_}) phase->cold_ms = busy_ms(outcome_.timeline, phase->name);
        total_.cold_ms = allocation_ms + *pass_ms;
        take_result();
        return {};
    }

    CudaResult<void> warm_passes() {
        if (job_.options.repeats < 1) return {};
        const StdoutCapture swallow(job_.program.prints);  // the first pass's text is the run's
        surroundings_.before_samples();
        for (int i = 0; i < job_.options.repeats; ++i) {
            if (job_.options.stop.stop_requested()) {
                outcome_.cancelled = true;
                return {};
            }
            const auto pass_ms = pass();
            if (!pass_ms) return std::unexpected(pass_ms.error());
            for (Phase* phase : {&copy_in_, &kernel_, &copy_out_})
                phase->samples_ms.push_back(busy_ms(outcome_.timeline, phase->name));
            total_.samples_ms.push_back(*pass_ms);
            surroundings_.after_sample(static_cast<std::size_t>(i));
            beat((i + 1.0) / job_.options.repeats);
        }
        surroundings_.after_samples();
        return {};
    }

    const LaunchJob& job_;
    const Driver& driver_;
    const std::vector<Chunk>& chunks_;  // at least one
    LaunchOutcome& outcome_;
    std::vector<LaunchBuffer> buffers_;
    std::vector<Staging> staging_;  // of the buffers, in their order
    Surroundings surroundings_;
    L2Flush flush_;
    std::vector<Stream> streams_;
    std::vector<ChunkEvents> events_;
    Phase copy_in_{"copy_in", {}, {}}, kernel_{"kernel", {}, {}}, copy_out_{"copy_out", {}, {}}, total_{"total", {}, {}};
};

}  // namespace

CudaResult<void> run_chunked(const LaunchJob& job, const std::vector<Chunk>& chunks, LaunchOutcome& outcome) {
    ChunkedLaunch launch(job, chunks, outcome);
    auto done = launch.run();
    if (!done && done.error().is_sticky()) job.context->abandon();  // before the launch's memory and events go
    return done;
}

}  // namespace warpwise
