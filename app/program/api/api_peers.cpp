// Peer access between GPUs, and copies from one to another.
#include <fmt/format.h>

#include "program/graphs/streams.h"
#include "program/runtime/api_table.h"
#include "program/runtime/copies.h"

// It continues what runtime.h includes.
#include "program/headers/runtime_pools.h"

using namespace warpwise;

namespace {

// The memory that a call names with a GPU must be of that GPU.
bool is_memory_of(Runtime& runtime, const void* pointer, int gpu, const char* side, const char* call, const CodePlace& place) {
    const HeapBlock* block = runtime.heap.holding(reinterpret_cast<std::uint64_t>(pointer));
    if (block == nullptr || block->kind != MemoryKind::device || block->gpu == gpu) return true;
    runtime.tell("wrong_gpu", place,
                 fmt::format("{} says that {} is memory of GPU {}, but GPU {} has allocated it ({} in line {})", call, side, gpu,
                             block->gpu, block->call, block->place.line),
                 fmt::format("Give {} as the number of the GPU behind that pointer. cudaMalloc() allocates on the device that "
                             "cudaSetDevice() has made current.",
                             block->gpu));
    return false;
}

struct PeerCopy {
    void* to;
    int to_gpu;
    const void* from;
    int from_gpu;
    std::size_t bytes;
    bool is_async;
};

cudaError_t copy_between(Runtime& runtime, const PeerCopy& wanted, cudaStream_t stream, const char* call, const CodePlace& place) {
    if (!runtime.is_gpu(wanted.to_gpu) || !runtime.is_gpu(wanted.from_gpu)) return cudaErrorInvalidDevice;
    if (!is_memory_of(runtime, wanted.to, wanted.to_gpu, "the first pointer", call, place) ||
        !is_memory_of(runtime, wanted.from, wanted.from_gpu, "the second pointer", call, place))
        return cudaErrorInvalidValue;
    const CopyRequest request = flat_copy(wanted.to, wanted.from, wanted.bytes, cudaMemcpyDeviceToDevice, wanted.is_async);
    return submit(
        stream,
        {.type = cudaGraphNodeTypeMemcpy, .call = [=] { return copy(Runtime::instance(), request, call, place); }, .place = place});
}

}  // namespace

extern "C" {

cudaError_t cudaDeviceCanAccessPeer(int* out, int gpu, int other) {
    WARPWISE_CALL("cudaDeviceCanAccessPeer");
    if (out == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    if (!runtime.is_gpu(gpu) || !runtime.is_gpu(other)) WARPWISE_RETURN(cudaErrorInvalidDevice);
    *out = gpu != other ? 1 : 0;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaDeviceGetP2PAttribute(int* out, cudaDeviceP2PAttr which, int gpu, int other) {
    WARPWISE_CALL("cudaDeviceGetP2PAttribute");
    if (out == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    if (!runtime.is_gpu(gpu) || !runtime.is_gpu(other) || gpu == other) WARPWISE_RETURN(cudaErrorInvalidDevice);
    switch (which) {
        case cudaDevP2PAttrPerformanceRank: *out = 0; WARPWISE_RETURN(cudaSuccess);
        case cudaDevP2PAttrAccessSupported:
        case cudaDevP2PAttrNativeAtomicSupported:
        case cudaDevP2PAttrCudaArrayAccessSupported: *out = 1; WARPWISE_RETURN(cudaSuccess);
    }
    WARPWISE_RETURN(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceEnablePeerAccess(int other, unsigned flags) {
    WARPWISE_CALL("cudaDeviceEnablePeerAccess");
    const int gpu = Gpus::current();
    if (flags != 0) WARPWISE_RETURN(cudaErrorInvalidValue);
    if (!runtime.is_gpu(other) || other == gpu) WARPWISE_RETURN(cudaErrorInvalidDevice);
    if (runtime.gpus.is_peer(gpu, other)) WARPWISE_RETURN(cudaErrorPeerAccessAlreadyEnabled);
    runtime.gpus.set_peer(gpu, other, true);
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaDeviceDisablePeerAccess(int other) {
    WARPWISE_CALL("cudaDeviceDisablePeerAccess");
    const int gpu = Gpus::current();
    if (!runtime.is_gpu(other)) WARPWISE_RETURN(cudaErrorInvalidDevice);
    if (!runtime.gpus.is_peer(gpu, other)) WARPWISE_RETURN(cudaErrorPeerAccessNotEnabled);
    runtime.gpus.set_peer(gpu, other, false);
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaMemcpyPeer(void* to, int to_gpu, const void* from, int from_gpu, size_t bytes) {
    WARPWISE_CALL("cudaMemcpyPeer");
    WARPWISE_RETURN(copy_between(runtime, {to, to_gpu, from, from_gpu, bytes, false}, nullptr, call_name, place));
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_gpu, const void* from, int from_gpu, size_t bytes, cudaStream_t stream) {
    WARPWISE_CALL("cudaMemcpyPeerAsync");
    WARPWISE_RETURN(copy_between(runtime, {to, to_gpu, from, from_gpu, bytes, true}, stream, call_name, place));
}

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> peer_functions() {
    return {API(cudaDeviceCanAccessPeer),
            API(cudaDeviceGetP2PAttribute),
            API(cudaDeviceEnablePeerAccess),
            API(cudaDeviceDisablePeerAccess),
            API(cudaMemcpyPeer),
            API(cudaMemcpyPeerAsync)};
}

}  // namespace warpwise
