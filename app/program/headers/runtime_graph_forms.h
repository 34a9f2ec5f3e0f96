// The C++ forms of CUDA's graph functions: those of CUDA 11, 12 and 13 beside each other, since they differ in their arguments.
// Inlined, so that a call's place is the user's.
#pragma once
#pragma clang system_header
#define __WARPWISE_GRAPH __attribute__((always_inline, warn_unused_result)) static inline cudaError_t
#define __WARPWISE_GRAPH_ASK __attribute__((always_inline)) static inline cudaError_t

__WARPWISE_GRAPH cudaGraphInstantiate(cudaGraphExec_t* e, cudaGraph_t g) { return cudaGraphInstantiate(e, g, 0ull); }
__WARPWISE_GRAPH cudaGraphInstantiate(cudaGraphExec_t* e, cudaGraph_t g, cudaGraphNode_t* error_node, char* log, size_t bytes) {
    if (error_node) *error_node = nullptr;
    if (log && bytes) *log = 0;
    return cudaGraphInstantiate(e, g, 0ull);
}
__WARPWISE_GRAPH cudaGraphInstantiateWithFlags(cudaGraphExec_t* e, cudaGraph_t g) { return cudaGraphInstantiateWithFlags(e, g, 0); }
__WARPWISE_GRAPH cudaGraphExecUpdate(cudaGraphExec_t e, cudaGraph_t g, cudaGraphNode_t* error_node,
                                     enum cudaGraphExecUpdateResult* result) {
    cudaGraphExecUpdateResultInfo info;
    const cudaError_t error = cudaGraphExecUpdate(e, g, &info);
    if (error_node) *error_node = info.errorNode;
    if (result) *result = info.result;
    return error;
}
__WARPWISE_GRAPH cudaGraphAddDependencies(cudaGraph_t g, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                          const cudaGraphEdgeData*, size_t n) {
    return cudaGraphAddDependencies(g, from, to, n);
}
__WARPWISE_GRAPH cudaGraphRemoveDependencies(cudaGraph_t g, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                             const cudaGraphEdgeData*, size_t n) {
    return cudaGraphRemoveDependencies(g, from, to, n);
}
__WARPWISE_GRAPH_ASK cudaGraphGetEdges(cudaGraph_t g, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData*, size_t* n) {
    return cudaGraphGetEdges(g, from, to, n);
}
__WARPWISE_GRAPH_ASK cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* out, cudaGraphEdgeData*, size_t* n) {
    return cudaGraphNodeGetDependencies(node, out, n);
}
__WARPWISE_GRAPH_ASK cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* out, cudaGraphEdgeData*, size_t* n) {
    return cudaGraphNodeGetDependentNodes(node, out, n);
}
template <typename T>
__WARPWISE_GRAPH cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t g, const cudaGraphNode_t* before, size_t n,
                                                const T& symbol, const void* from, size_t bytes, size_t offset,
                                                enum cudaMemcpyKind kind) {
    return __warpwise_graph_add_symbol_copy(node, g, before, n, (const void*)&symbol, (void*)from, bytes, offset, 1, kind);
}
template <typename T>
__WARPWISE_GRAPH cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t g, const cudaGraphNode_t* before, size_t n,
                                                  void* to, const T& symbol, size_t bytes, size_t offset,
                                                  enum cudaMemcpyKind kind) {
    return __warpwise_graph_add_symbol_copy(node, g, before, n, (const void*)&symbol, to, bytes, offset, 0, kind);
}

__WARPWISE_GRAPH cudaStreamBeginCaptureToGraph(cudaStream_t s, cudaGraph_t g, const cudaGraphNode_t* before,
                                               const cudaGraphEdgeData*, size_t n, enum cudaStreamCaptureMode mode) {
    return __warpwise_begin_capture_to_graph(s, g, before, n, mode);
}
__WARPWISE_GRAPH_ASK cudaStreamGetCaptureInfo(cudaStream_t s, enum cudaStreamCaptureStatus* status,
                                              unsigned long long* id = nullptr, cudaGraph_t* g = nullptr,
                                              const cudaGraphNode_t** nodes = nullptr, size_t* n = nullptr) {
    return __warpwise_capture_info(s, status, id, g, nodes, n);
}
__WARPWISE_GRAPH_ASK cudaStreamGetCaptureInfo(cudaStream_t s, enum cudaStreamCaptureStatus* status, unsigned long long* id,
                                              cudaGraph_t* g, const cudaGraphNode_t** nodes, const cudaGraphEdgeData** edges,
                                              size_t* n) {
    if (edges) *edges = nullptr;
    return __warpwise_capture_info(s, status, id, g, nodes, n);
}
__WARPWISE_GRAPH_ASK cudaStreamGetCaptureInfo_v2(cudaStream_t s, enum cudaStreamCaptureStatus* status,
                                                 unsigned long long* id = nullptr, cudaGraph_t* g = nullptr,
                                                 const cudaGraphNode_t** nodes = nullptr, size_t* n = nullptr) {
    return __warpwise_capture_info(s, status, id, g, nodes, n);
}
__WARPWISE_GRAPH cudaStreamUpdateCaptureDependencies(cudaStream_t s, cudaGraphNode_t* nodes, size_t n, unsigned flags = 0) {
    return __warpwise_update_capture(s, nodes, n, flags);
}
__WARPWISE_GRAPH cudaStreamUpdateCaptureDependencies(cudaStream_t s, cudaGraphNode_t* nodes, const cudaGraphEdgeData*, size_t n,
                                                     unsigned flags = 0) {
    return __warpwise_update_capture(s, nodes, n, flags);
}
__WARPWISE_GRAPH cudaEventRecordWithFlags(cudaEvent_t event) { return cudaEventRecordWithFlags(event, (cudaStream_t)0, 0); }
__WARPWISE_GRAPH cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t s) { return cudaEventRecordWithFlags(event, s, 0); }
