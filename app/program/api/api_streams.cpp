// Streams and events. Work is done when it is asked for, which is one of the orders that CUDA allows; an event keeps the time of
// the host at which it was recorded, so that elapsed times are those of the emulation.
#include <fmt/format.h>

#include <chrono>

#include "program/graphs/streams.h"

using namespace warpwise;

namespace {

cudaError_t make_stream(cudaStream_t* out, unsigned flags, int priority) {
    if (out == nullptr) return cudaErrorInvalidValue;
    const bool is_blocking = (flags & cudaStreamNonBlocking) == 0;
    const StreamOrder::Stream order = Runtime::instance().order.add(is_blocking, Gpus::current());
    *out = *streams().insert(new CUstream_st{.flags = flags, .priority = priority, .order = order}).first;
    return cudaSuccess;
}

cudaError_t make_event(cudaEvent_t* out, unsigned flags) {
    if (out == nullptr) return cudaErrorInvalidValue;
    *out = *events().insert(new CUevent_st{.flags = flags, .gpu = Gpus::current()}).first;
    return cudaSuccess;
}

// An event belongs to the GPU that was current when it was made, and is recorded in streams of that GPU.
cudaError_t refuse_other_gpu(Runtime& runtime, const CUevent_st& event, cudaStream_t stream, const char* call,
                             const CodePlace& place) {
    const int gpu = gpu_of(stream);
    if (event.gpu == gpu) return cudaSuccess;
    runtime.tell(
        "wrong_gpu", place, fmt::format("{} is given an event of GPU {} and a stream of GPU {}", call, event.gpu, gpu),
        fmt::format("Call cudaSetDevice({}) before the event is created: it belongs to the device that is current then.", gpu));
    return cudaErrorInvalidResourceHandle;
}

// A wait for one stream, or a question whether it is done: not for one that captures.
cudaError_t wait(Runtime& runtime, cudaStream_t stream) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    CUstream_st* known = stream_of(stream);
    if (known == nullptr)
        if (const cudaError_t error = refuse_default_stream_while_capturing()) return error;
    if (is_capturing(stream)) {
        known->capture->is_valid = false;
        return cudaErrorStreamCaptureUnsupported;
    }
    host_waits(runtime, stream);
    return cudaSuccess;
}

cudaError_t wait(Runtime& runtime, cudaEvent_t event) {
    if (!events().contains(event)) return cudaErrorInvalidResourceHandle;
    if (event->capture) return cudaErrorCapturedEvent;
    runtime.order.host_waits_for(event->moment);
    runtime.note_wait();
    return cudaSuccess;
}

// In a stream that captures a host function is a node; its place in the order of all else is now.
cudaError_t note_host_function(Runtime& runtime, cudaStream_t stream, cudaHostNodeParams host, const CodePlace& place,
                               bool& is_now) {
    if (host.fn == nullptr || !is_stream(stream)) return cudaErrorInvalidValue;
    is_now = !is_capturing(stream);
    const cudaError_t error = submit(stream, {.type = cudaGraphNodeTypeHost, .host = host, .place = place});
    if (is_now && error == cudaSuccess) host_waits(runtime, stream);
    return error;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* out) {
    WARPWISE_CALL("cudaStreamCreate");
    WARPWISE_RETURN(make_stream(out, 0, 0));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* out, unsigned flags) {
    WARPWISE_CALL("cudaStreamCreateWithFlags");
    WARPWISE_RETURN(make_stream(out, flags, 0));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* out, unsigned flags, int priority) {
    WARPWISE_CALL("cudaStreamCreateWithPriority");
    WARPWISE_RETURN(make_stream(out, flags, priority));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    WARPWISE_CALL("cudaStreamDestroy");
    if (streams().erase(stream) == 0) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    runtime.order.remove(stream->order);
    if (stream->capture) {
        auto& left = stream->capture->left;
        left.insert(left.end(), stream->last.begin(), stream->last.end());
        if (stream->capture->origin == stream) stream->capture->is_valid = false;
    }
    delete stream;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    WARPWISE_CALL("cudaStreamSynchronize");
    const cudaError_t error = wait(runtime, stream);
    if (error == cudaSuccess) runtime.tell_wait(call_name, place);
    WARPWISE_RETURN(error);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    WARPWISE_CALL("cudaStreamQuery");
    WARPWISE_RETURN(wait(runtime, stream));
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
    WARPWISE_CALL("cudaStreamGetFlags");
    *flags = streams().contains(stream) ? stream->flags : 0;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    WARPWISE_CALL("cudaStreamGetPriority");
    *priority = streams().contains(stream) ? stream->priority : 0;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    WARPWISE_CALL("cudaStreamWaitEvent");
    if (!is_stream(stream) || !events().contains(event)) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    if ((flags & cudaEventWaitExternal) != 0 && is_capturing(stream))
        WARPWISE_RETURN(submit(stream, {.type = cudaGraphNodeTypeWaitEvent, .place = place}));
    WARPWISE_RETURN(wait_for(stream, *event));
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void*, size_t, unsigned) {
    WARPWISE_CALL("cudaStreamAttachMemAsync");
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data, unsigned) {
    {
        WARPWISE_CALL("cudaStreamAddCallback");
        if (function == nullptr || !is_stream(stream)) WARPWISE_RETURN(cudaErrorInvalidValue);
        if (is_capturing(stream)) WARPWISE_RETURN(cudaErrorStreamCaptureUnsupported);  // cudaLaunchHostFunc() is its like there
        host_waits(runtime, stream);
    }
    function(stream, cudaSuccess, data);  // without the lock: it may not call CUDA, but it may wait for another thread
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    bool is_now = false;
    {
        WARPWISE_CALL("cudaLaunchHostFunc");
        const cudaError_t error = note_host_function(runtime, stream, {function, data}, place, is_now);
        if (error != cudaSuccess || !is_now) WARPWISE_RETURN(error);
    }
    function(data);
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* out) {
    WARPWISE_CALL("cudaEventCreate");
    WARPWISE_RETURN(make_event(out, 0));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* out, unsigned flags) {
    WARPWISE_CALL("cudaEventCreateWithFlags");
    WARPWISE_RETURN(make_event(out, flags));
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    WARPWISE_CALL("cudaEventDestroy");
    if (events().erase(event) == 0) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    delete event;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    WARPWISE_CALL("cudaEventRecord");
    if (!events().contains(event) || !is_stream(stream)) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    if (const cudaError_t error = refuse_other_gpu(runtime, *event, stream, call_name, place)) WARPWISE_RETURN(error);
    WARPWISE_RETURN(record(*event, stream));
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    WARPWISE_CALL("cudaEventRecordWithFlags");
    if (!events().contains(event) || !is_stream(stream)) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    if (const cudaError_t error = refuse_other_gpu(runtime, *event, stream, call_name, place)) WARPWISE_RETURN(error);
    if ((flags & cudaEventRecordExternal) == 0 || !is_capturing(stream)) WARPWISE_RETURN(record(*event, stream));
    const auto now = [event] {
        if (!events().contains(event)) return cudaErrorInvalidResourceHandle;
        record(Runtime::instance(), *event);
        return cudaSuccess;
    };
    WARPWISE_RETURN(submit(stream, {.type = cudaGraphNodeTypeEventRecord, .call = now, .place = place}));
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    WARPWISE_CALL("cudaEventSynchronize");
    const cudaError_t error = wait(runtime, event);
    if (error == cudaSuccess) runtime.tell_wait(call_name, place);
    WARPWISE_RETURN(error);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    WARPWISE_CALL("cudaEventQuery");
    WARPWISE_RETURN(wait(runtime, event));
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t first, cudaEvent_t last) {
    WARPWISE_CALL("cudaEventElapsedTime");
    const bool known = events().contains(first) && events().contains(last);
    if (known && (first->capture || last->capture)) WARPWISE_RETURN(cudaErrorCapturedEvent);
    if (known && first->gpu != last->gpu) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    if (milliseconds == nullptr || !known || !first->is_recorded || !last->is_recorded) {
        if (!known)
            runtime.refuse("an event was not created, or was destroyed");
        else if (milliseconds != nullptr)
            runtime.refuse(fmt::format("the {} event was never recorded", first->is_recorded ? "second" : "first"));
        WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    }
    if (!runtime.order.is_done(first->moment) || !runtime.order.is_done(last->moment)) {
        runtime.tell_note("read_before_wait", place,
                          "the host has not waited for both events: cudaEventElapsedTime() returns cudaErrorNotReady, not a time",
                          "Call cudaEventSynchronize() for the second event first.");
        WARPWISE_RETURN(cudaErrorNotReady);
    }
    *milliseconds = std::chrono::duration<float, std::milli>(last->time - first->time).count();
    WARPWISE_RETURN(cudaSuccess);
}

}  // extern "C"
