// Nodes of any kind from one structure, conditions, and what graphs hold of the memory.
#include <cstring>

#include "program/graphs/graph_memory.h"
#include "program/graphs/graph_works.h"
#include "program/runtime/api_table.h"

using namespace warpwise;

namespace {

// What a node of the graph, which may be null for a node that only changes, is to do.
MadeWork node_of_kind(Runtime& runtime, cudaGraph_t graph, cudaGraphNodeParams* p, const char* call, const CodePlace& place) {
    if (p == nullptr) return std::unexpected(cudaErrorInvalidValue);
    switch (p->type) {
        case cudaGraphNodeTypeKernel: {
            const cudaKernelNodeParams kernel{p->kernel.func,           p->kernel.gridDim,      p->kernel.blockDim,
                                              p->kernel.sharedMemBytes, p->kernel.kernelParams, p->kernel.extra};
            return kernel_node(runtime, &kernel, call, place);
        }
        case cudaGraphNodeTypeMemcpy: return copy_node(&p->memcpy.copyParams, call, place);
        case cudaGraphNodeTypeMemset: {
            const auto& m = p->memset;
            const cudaMemsetParams memset{m.dst, m.pitch, m.value, m.elementSize, m.width, m.height};
            return fill_node(&memset, call, place);
        }
        case cudaGraphNodeTypeHost: {
            const cudaHostNodeParams host{p->host.fn, p->host.userData};
            return host_node(&host, place);
        }
        case cudaGraphNodeTypeGraph: return child_node(p->graph.graph, place);
        case cudaGraphNodeTypeEmpty: return NodeWork{.type = cudaGraphNodeTypeEmpty, .place = place};
        case cudaGraphNodeTypeWaitEvent: return NodeWork{.type = cudaGraphNodeTypeWaitEvent, .place = place};
        case cudaGraphNodeTypeEventRecord: return event_node(p->eventRecord.event, place);
        case cudaGraphNodeTypeMemAlloc:
            if (graph == nullptr) return std::unexpected(cudaErrorInvalidValue);
            return allocation_node(runtime, p->alloc.bytesize, place, call, &p->alloc.dptr);
        case cudaGraphNodeTypeMemFree: return free_node(runtime, p->free.dptr, place);
        case cudaGraphNodeTypeConditional:
            if (graph == nullptr) return std::unexpected(cudaErrorInvalidValue);
            return conditional_node(graph, p->conditional, place);
    }
    return std::unexpected(cudaErrorInvalidValue);
}

}  // namespace

extern "C" {

cudaError_t __warpwise_graph_add_node(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                      cudaGraphNodeParams* p) {
    WARPWISE_CALL("cudaGraphAddNode");
    if (!living_graphs().contains(graph)) WARPWISE_RETURN(cudaErrorInvalidValue);
    WARPWISE_RETURN(add(out, graph, before, count, node_of_kind(runtime, graph, p, call_name, place)));
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* p) {
    WARPWISE_CALL("cudaGraphNodeSetParams");
    auto work = node_of_kind(runtime, nullptr, p, call_name, place);
    WARPWISE_RETURN(p == nullptr ? cudaErrorInvalidValue : change(node, p->type, std::move(work)));
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graph, cudaGraphNode_t node, cudaGraphNodeParams* p) {
    WARPWISE_CALL("cudaGraphExecNodeSetParams");
    auto work = node_of_kind(runtime, nullptr, p, call_name, place);
    if (p == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    WARPWISE_RETURN(change(runtime, graph, node, p->type, std::move(work), call_name, place));
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* out, cudaGraph_t graph, unsigned value, unsigned flags) {
    WARPWISE_CALL("cudaGraphConditionalHandleCreate");
    WARPWISE_RETURN(make_condition(runtime, graph, value, (flags & cudaGraphCondAssignDefault) != 0, place, out));
}

// A GPU tells memory that graphs use now from memory that it keeps for them; here both are what it keeps.
cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType which, void* out) {
    WARPWISE_CALL("cudaDeviceGetGraphMemAttribute");
    if (device != 0) WARPWISE_RETURN(cudaErrorInvalidDevice);
    if (out == nullptr || which < cudaGraphMemAttrUsedMemCurrent || which > cudaGraphMemAttrReservedMemHigh)
        WARPWISE_RETURN(cudaErrorInvalidValue);
    const bool is_most = which == cudaGraphMemAttrUsedMemHigh || which == cudaGraphMemAttrReservedMemHigh;
    const std::uint64_t bytes = is_most ? GraphMemory::instance().most_held() : GraphMemory::instance().held();
    std::memcpy(out, &bytes, sizeof bytes);
    WARPWISE_RETURN(cudaSuccess);
}

// Only the two high-water marks can be set, and only to 0: they begin anew.
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType which, void* value) {
    WARPWISE_CALL("cudaDeviceSetGraphMemAttribute");
    if (device != 0) WARPWISE_RETURN(cudaErrorInvalidDevice);
    std::uint64_t bytes = 1;
    if (value != nullptr) std::memcpy(&bytes, value, sizeof bytes);
    if (bytes != 0 || (which != cudaGraphMemAttrUsedMemHigh && which != cudaGraphMemAttrReservedMemHigh))
        WARPWISE_RETURN(cudaErrorInvalidValue);
    GraphMemory::instance().forget_most();
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
    WARPWISE_CALL("cudaDeviceGraphMemTrim");
    if (device != 0) WARPWISE_RETURN(cudaErrorInvalidDevice);
    GraphMemory::instance().trim();
    WARPWISE_RETURN(cudaSuccess);
}

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> graph_node_functions() {
    return {
        API(__warpwise_graph_add_node),        API(cudaGraphNodeSetParams),         API(cudaGraphExecNodeSetParams),
        API(cudaGraphConditionalHandleCreate), API(cudaDeviceGetGraphMemAttribute), API(cudaDeviceSetGraphMemAttribute),
        API(cudaDeviceGraphMemTrim),
    };
}

}  // namespace warpwise
