// Streams and events. Work is done when it is asked for, which is one of the orders that CUDA allows; an event keeps the time of
// the host at which it was recorded, so that elapsed times are those of the emulation.
#include <chrono>
#include <set>

#include "program/runtime.h"

struct CUstream_st {
    unsigned flags = 0;
    int priority = 0;
};
struct CUevent_st {
    unsigned flags = 0;
    bool is_recorded = false;
    std::chrono::steady_clock::time_point time{};
};

using namespace warpwise;

namespace {

std::set<CUstream_st*>& streams() {
    static auto* all = new std::set<CUstream_st*>;
    return *all;
}
std::set<CUevent_st*>& events() {
    static auto* all = new std::set<CUevent_st*>;
    return *all;
}

bool is_stream(cudaStream_t stream) {
    return reinterpret_cast<std::uint64_t>(stream) <= 2 || streams().contains(stream);  // 0, 1, 2: the default streams
}

cudaError_t make_stream(cudaStream_t* out, unsigned flags, int priority) {
    if (out == nullptr) return cudaErrorInvalidValue;
    *out = *streams().insert(new CUstream_st{flags, priority}).first;
    return cudaSuccess;
}

cudaError_t make_event(cudaEvent_t* out, unsigned flags) {
    if (out == nullptr) return cudaErrorInvalidValue;
    *out = *events().insert(new CUevent_st{flags}).first;
    return cudaSuccess;
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
    delete stream;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    WARPWISE_CALL("cudaStreamSynchronize");
    if (!is_stream(stream)) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    runtime.synchronize();
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    WARPWISE_CALL("cudaStreamQuery");
    if (!is_stream(stream)) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    runtime.synchronize();
    WARPWISE_RETURN(cudaSuccess);
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

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
    WARPWISE_CALL("cudaStreamWaitEvent");
    WARPWISE_RETURN(is_stream(stream) && events().contains(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void*, size_t, unsigned) {
    WARPWISE_CALL("cudaStreamAttachMemAsync");
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data, unsigned) {
    {
        WARPWISE_CALL("cudaStreamAddCallback");
        if (function == nullptr || !is_stream(stream)) WARPWISE_RETURN(cudaErrorInvalidValue);
        runtime.synchronize();
    }
    function(stream, cudaSuccess, data);  // without the lock: it may not call CUDA, but it may wait for another thread
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    {
        WARPWISE_CALL("cudaLaunchHostFunc");
        if (function == nullptr || !is_stream(stream)) WARPWISE_RETURN(cudaErrorInvalidValue);
        runtime.synchronize();
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
    event->is_recorded = true;
    event->time = std::chrono::steady_clock::now();
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    WARPWISE_CALL("cudaEventSynchronize");
    if (!events().contains(event)) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    runtime.synchronize();
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    WARPWISE_CALL("cudaEventQuery");
    if (!events().contains(event)) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    runtime.synchronize();
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t first, cudaEvent_t last) {
    WARPWISE_CALL("cudaEventElapsedTime");
    const bool known = events().contains(first) && events().contains(last);
    if (milliseconds == nullptr || !known || !first->is_recorded || !last->is_recorded)
        WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    *milliseconds = std::chrono::duration<float, std::milli>(last->time - first->time).count();
    WARPWISE_RETURN(cudaSuccess);
}

}  // extern "C"
