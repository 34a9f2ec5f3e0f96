#include "program/graphs/streams.h"

#include <algorithm>
#include <array>

#include "program/runtime/clocks.h"

namespace warpwise {
namespace {

constexpr std::uint64_t kPerThreadStream = 2;

// Streams that capture now, the per-thread default stream among them.
template <typename Wanted>
std::vector<CUstream_st*> capturing_streams(Wanted is_wanted) {
    std::vector<CUstream_st*> out;
    if (open_captures() == 0) return out;
    const auto look_at = [&](CUstream_st* stream) {
        if (stream->capture && is_wanted(*stream)) out.push_back(stream);
    };
    std::ranges::for_each(streams(), look_at);
    look_at(stream_of(reinterpret_cast<cudaStream_t>(kPerThreadStream)));
    return out;
}

cudaError_t refuse(const std::vector<CUstream_st*>& because_of, cudaError_t error) {
    for (CUstream_st* stream : because_of) stream->capture->is_valid = false;
    return because_of.empty() ? cudaSuccess : error;
}

}  // namespace

std::set<CUstream_st*>& streams() {
    static auto* all = new std::set<CUstream_st*>;
    return *all;
}

int& open_captures() {
    static int open = 0;
    return open;
}

std::set<CUevent_st*>& events() {
    static auto* all = new std::set<CUevent_st*>;
    return *all;
}

bool is_stream(cudaStream_t stream) {
    return reinterpret_cast<std::uint64_t>(stream) <= kPerThreadStream || streams().contains(stream);
}

CUstream_st* stream_of(cudaStream_t stream) {
    if (reinterpret_cast<std::uint64_t>(stream) == kPerThreadStream) {
        thread_local std::array<CUstream_st*, kMostEmulatedGpus> own{};  // outlive the thread's last call
        CUstream_st*& here = own[static_cast<std::size_t>(Gpus::current())];
        if (here == nullptr) here = new CUstream_st{.order = Runtime::instance().order.add(true, Gpus::current())};
        return here;
    }
    return streams().contains(stream) ? stream : nullptr;
}

bool is_capturing(cudaStream_t stream) {
    const CUstream_st* known = stream_of(stream);
    return known != nullptr && known->capture != nullptr;
}

cudaError_t submit(cudaStream_t stream, NodeWork work) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    CUstream_st* known = stream_of(stream);
    if (known != nullptr && known->capture) {
        if (!known->capture->is_valid) return cudaErrorStreamCaptureInvalidated;
        known->last = {add_node(known->capture->graph, std::move(work), known->last)};
        return cudaSuccess;
    }
    if (known == nullptr)
        if (const cudaError_t error = refuse_default_stream_while_capturing()) return error;
    Runtime& runtime = Runtime::instance();
    const WorkingStream working(runtime, stream);
    return work.kernel ? run(runtime, *work.kernel, work.place) : work.call ? work.call() : cudaSuccess;
}

cudaError_t refuse_default_stream_while_capturing() {
    return refuse(capturing_streams([](const CUstream_st& s) { return (s.flags & cudaStreamNonBlocking) == 0; }),
                  cudaErrorStreamCaptureImplicit);
}

cudaError_t refuse_to_wait_while_capturing() {
    return refuse(capturing_streams([](const CUstream_st&) { return true; }), cudaErrorStreamCaptureUnsupported);
}

cudaError_t refuse_to_allocate_while_capturing() {
    return refuse(capturing_streams([](const CUstream_st& s) {
                      const Capture& capture = *s.capture;
                      return capture.mode == cudaStreamCaptureModeGlobal ||
                             (capture.mode == cudaStreamCaptureModeThreadLocal && capture.thread == std::this_thread::get_id());
                  }),
                  cudaErrorStreamCaptureUnsupported);
}

StreamOrder::Stream order_of(cudaStream_t stream) {
    const CUstream_st* known = stream_of(stream);
    return known == nullptr ? StreamOrder::legacy_of(Gpus::current()) : known->order;
}

int gpu_of(cudaStream_t stream) { return Runtime::instance().order.gpu_of(order_of(stream)); }

void host_waits(Runtime& runtime, cudaStream_t stream) {
    runtime.order.host_waits_for(order_of(stream));
    runtime.note_wait();
}

void record(Runtime& runtime, CUevent_st& event) {
    event.moment = runtime.order.record(runtime.working_stream);
    event.is_recorded = true;
    event.time = time_of_event(runtime);
    event.capture = nullptr;
    event.nodes.clear();
}

cudaError_t record(CUevent_st& event, cudaStream_t stream) {
    if (const CUstream_st* known = stream_of(stream); known != nullptr && known->capture) {
        if (!known->capture->is_valid) return cudaErrorStreamCaptureInvalidated;
        event.capture = known->capture;
        event.nodes = known->last;
        return cudaSuccess;
    }
    if (stream_of(stream) == nullptr)
        if (const cudaError_t error = refuse_default_stream_while_capturing()) return error;
    Runtime& runtime = Runtime::instance();
    const WorkingStream working(runtime, stream);
    record(runtime, event);
    return cudaSuccess;
}

cudaError_t wait_for(cudaStream_t stream, CUevent_st& event) {
    CUstream_st* known = stream_of(stream);
    const bool is_of_capture = event.capture != nullptr && !event.capture->has_ended;
    if (known == nullptr) {
        if (!is_of_capture) {
            if (const cudaError_t error = refuse_default_stream_while_capturing()) return error;
            Runtime::instance().order.wait(order_of(stream), event.moment);
            return cudaSuccess;
        }
        event.capture->is_valid = false;
        return cudaErrorStreamCaptureImplicit;
    }
    if (!is_of_capture) {
        if (!known->capture) {
            Runtime::instance().order.wait(known->order, event.moment);
            return cudaSuccess;
        }
        known->capture->is_valid = false;
        return cudaErrorStreamCaptureIsolation;
    }
    if (known->capture && known->capture != event.capture) {
        known->capture->is_valid = event.capture->is_valid = false;
        return cudaErrorStreamCaptureMerge;
    }
    known->capture = event.capture;
    known->last.insert(known->last.end(), event.nodes.begin(), event.nodes.end());
    return cudaSuccess;
}

}  // namespace warpwise
