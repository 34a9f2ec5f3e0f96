// Capture: what a stream is given to do becomes nodes of a graph instead.
#include <algorithm>

#include "program/graphs/streams.h"
#include "program/runtime/api_table.h"

using namespace warpwise;

namespace {

cudaError_t begin(cudaStream_t stream, cudaStreamCaptureMode mode, cudaGraph_t graph, std::vector<cudaGraphNode_t> before) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    CUstream_st* known = stream_of(stream);
    if (known == nullptr) return cudaErrorStreamCaptureUnsupported;
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
    if (known->capture) return cudaErrorIllegalState;
    static unsigned long long captures = 0;
    auto capture = std::make_shared<Capture>();
    capture->is_given_graph = graph != nullptr;
    capture->graph = graph != nullptr ? graph : *living_graphs().insert(new CUgraph_st).first;
    capture->origin = known;
    capture->mode = mode;
    capture->thread = std::this_thread::get_id();
    capture->id = ++captures;
    known->capture = std::move(capture);
    ++open_captures();
    known->last = std::move(before);
    return cudaSuccess;
}

// Every stream that joined must have come back: the origin's last nodes come after all of theirs.
bool is_joined(const std::vector<CUstream_st*>& members, const CUstream_st& origin, const std::vector<cudaGraphNode_t>& left) {
    std::set<cudaGraphNode_t> reached;
    std::vector<cudaGraphNode_t> open = origin.last;
    while (!open.empty()) {
        const cudaGraphNode_t node = open.back();
        open.pop_back();
        if (reached.insert(node).second) open.insert(open.end(), node->before.begin(), node->before.end());
    }
    const auto is_reached = [&](cudaGraphNode_t node) { return reached.contains(node); };
    return std::ranges::all_of(left, is_reached) &&
           std::ranges::all_of(members, [&](const CUstream_st* stream) { return std::ranges::all_of(stream->last, is_reached); });
}

cudaError_t end(cudaStream_t stream, cudaGraph_t* out) {
    CUstream_st* known = stream_of(stream);
    const bool is_known_to_program = known != nullptr && known->capture && known->capture->is_given_graph;
    if (!is_stream(stream) || (out == nullptr && !is_known_to_program)) return cudaErrorInvalidValue;
    if (out != nullptr) *out = nullptr;
    if (known == nullptr || !known->capture) return cudaErrorIllegalState;
    const std::shared_ptr<Capture> capture = known->capture;
    if (capture->origin != known) {
        capture->is_valid = false;
        return cudaErrorStreamCaptureUnmatched;
    }
    if (capture->mode != cudaStreamCaptureModeRelaxed && capture->thread != std::this_thread::get_id())
        return cudaErrorStreamCaptureWrongThread;
    std::vector<CUstream_st*> members{known};
    for (CUstream_st* each : streams())
        if (each->capture == capture && each != known) members.push_back(each);
    const cudaError_t error = !capture->is_valid                           ? cudaErrorStreamCaptureInvalidated
                              : !is_joined(members, *known, capture->left) ? cudaErrorStreamCaptureUnjoined
                                                                           : cudaSuccess;
    for (CUstream_st* each : members) {
        each->capture = nullptr;
        each->last.clear();
    }
    capture->has_ended = true;
    --open_captures();
    if (error == cudaSuccess) {
        if (out != nullptr) *out = capture->graph;
    } else if (!capture->is_given_graph) {
        living_graphs().erase(capture->graph);
        delete capture->graph;
    }
    return error;
}

cudaStreamCaptureStatus status_of(const CUstream_st* stream) {
    return stream == nullptr || !stream->capture ? cudaStreamCaptureStatusNone
           : stream->capture->is_valid           ? cudaStreamCaptureStatusActive
                                                 : cudaStreamCaptureStatusInvalidated;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    WARPWISE_CALL("cudaStreamBeginCapture");
    WARPWISE_RETURN(begin(stream, mode, nullptr, {}));
}

cudaError_t __warpwise_begin_capture_to_graph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                              cudaStreamCaptureMode mode) {
    WARPWISE_CALL("cudaStreamBeginCaptureToGraph");
    if (!living_graphs().contains(graph) || (before == nullptr && count > 0)) WARPWISE_RETURN(cudaErrorInvalidValue);
    WARPWISE_RETURN(begin(stream, mode, graph, std::vector<cudaGraphNode_t>(before, before + count)));
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* out) {
    WARPWISE_CALL("cudaStreamEndCapture");
    WARPWISE_RETURN(end(stream, out));
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* out) {
    WARPWISE_CALL("cudaStreamIsCapturing");
    if (!is_stream(stream) || out == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    if (stream_of(stream) == nullptr)
        if (const cudaError_t error = refuse_default_stream_while_capturing()) WARPWISE_RETURN(error);
    *out = status_of(stream_of(stream));
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t __warpwise_capture_info(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                    cudaGraph_t* graph, const cudaGraphNode_t** nodes, size_t* count) {
    WARPWISE_CALL("cudaStreamGetCaptureInfo");
    if (!is_stream(stream) || status == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    const CUstream_st* known = stream_of(stream);
    *status = status_of(known);
    if (*status != cudaStreamCaptureStatusActive) WARPWISE_RETURN(cudaSuccess);
    if (id) *id = known->capture->id;
    if (graph) *graph = known->capture->graph;
    if (nodes) *nodes = known->last.data();
    if (count) *count = known->last.size();
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t __warpwise_update_capture(cudaStream_t stream, cudaGraphNode_t* nodes, size_t count, unsigned flags) {
    WARPWISE_CALL("cudaStreamUpdateCaptureDependencies");
    CUstream_st* known = stream_of(stream);
    if (status_of(known) != cudaStreamCaptureStatusActive) WARPWISE_RETURN(cudaErrorIllegalState);
    for (std::size_t i = 0; i < count; ++i)
        if (node_of(nodes[i]) == nullptr || nodes[i]->graph != known->capture->graph) WARPWISE_RETURN(cudaErrorInvalidValue);
    if ((flags & cudaStreamSetCaptureDependencies) != 0) known->last.clear();
    known->last.insert(known->last.end(), nodes, nodes + count);
    WARPWISE_RETURN(cudaSuccess);
}

// Modes are those of each capture; a thread's own makes no difference to what is found here.
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    WARPWISE_CALL("cudaThreadExchangeStreamCaptureMode");
    if (mode == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    thread_local cudaStreamCaptureMode own = cudaStreamCaptureModeGlobal;
    std::swap(own, *mode);
    WARPWISE_RETURN(cudaSuccess);
}

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> capture_functions() {
    return {
        API(cudaStreamBeginCapture),
        API(__warpwise_begin_capture_to_graph),
        API(cudaStreamEndCapture),
        API(cudaStreamIsCapturing),
        API(__warpwise_capture_info),
        API(__warpwise_update_capture),
        API(cudaThreadExchangeStreamCaptureMode),
        API(cudaEventRecordWithFlags),
        API(__warpwise_copy_to_symbol_async),
        API(__warpwise_copy_from_symbol_async),
    };
}

}  // namespace warpwise
