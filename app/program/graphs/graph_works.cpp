#include "program/graphs/graph_works.h"

#include "program/runtime/copies.h"

namespace warpwise {

MadeWork kernel_node(Runtime& runtime, const cudaKernelNodeParams* p, const char* call, const CodePlace& place) {
    if (p == nullptr || p->func == nullptr) return std::unexpected(cudaErrorInvalidValue);
    if (p->extra != nullptr) {
        runtime.tell("unsupported", place, std::string("unsupported: ") + call + " with arguments in 'extra'",
                     "Give pointers to the arguments in kernelParams.");
        return std::unexpected(cudaErrorNotSupported);
    }
    auto work = kernel_work(runtime, p->func, {p->gridDim, p->blockDim, p->sharedMemBytes}, p->kernelParams);
    if (!work) return std::unexpected(work.error());
    return NodeWork{.type = cudaGraphNodeTypeKernel, .kernel = std::move(*work), .place = place};
}

MadeWork copy_node(const cudaMemcpy3DParms* p, const char* call, const CodePlace& place) {
    if (p == nullptr) return std::unexpected(cudaErrorInvalidValue);
    return NodeWork{.type = cudaGraphNodeTypeMemcpy,
                    .call = [box = *p, call, place] { return copy_box(Runtime::instance(), box, true, call, place); },
                    .place = place};
}

MadeWork copy_node(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const char* call, const CodePlace& place) {
    return NodeWork{.type = cudaGraphNodeTypeMemcpy,
                    .call = [=] { return copy(Runtime::instance(), flat_copy(to, from, bytes, kind, true), call, place); },
                    .place = place};
}

MadeWork fill_node(const cudaMemsetParams* p, const char* call, const CodePlace& place) {
    if (p == nullptr) return std::unexpected(cudaErrorInvalidValue);
    const FillRequest request{p->dst, p->pitch, p->value, p->elementSize, p->width, p->height, true};
    return NodeWork{
        .type = cudaGraphNodeTypeMemset, .call = [=] { return fill(Runtime::instance(), request, call, place); }, .place = place};
}

MadeWork host_node(const cudaHostNodeParams* p, const CodePlace& place) {
    if (p == nullptr || p->fn == nullptr) return std::unexpected(cudaErrorInvalidValue);
    return NodeWork{.type = cudaGraphNodeTypeHost, .host = *p, .place = place};
}

MadeWork child_node(cudaGraph_t child, const CodePlace& place) {
    if (!living_graphs().contains(child)) return std::unexpected(cudaErrorInvalidValue);
    return NodeWork{.type = cudaGraphNodeTypeGraph, .child = copy_of(*child->content, nullptr), .place = place};
}

MadeWork event_node(cudaEvent_t event, const CodePlace& place) {
    if (!events().contains(event)) return std::unexpected(cudaErrorInvalidValue);
    const auto now = [event] {
        if (!events().contains(event)) return cudaErrorInvalidResourceHandle;
        record(Runtime::instance(), *event);
        return cudaSuccess;
    };
    return NodeWork{.type = cudaGraphNodeTypeEventRecord, .call = now, .place = place};
}

cudaError_t add(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* before, std::size_t count, MadeWork work) {
    if (!living_graphs().contains(graph) || out == nullptr || (before == nullptr && count > 0)) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < count; ++i)
        if (node_of(before[i]) == nullptr || before[i]->graph != graph) return cudaErrorInvalidValue;
    if (!work) return work.error();
    *out = add_node(graph, std::move(*work), std::vector<cudaGraphNode_t>(before, before + count));
    return cudaSuccess;
}

cudaError_t change(cudaGraphNode_t node, cudaGraphNodeType type, MadeWork work) {
    if (node_of(node) == nullptr || node->work.type != type) return cudaErrorInvalidValue;
    if (!work) return work.error();
    node->work = std::move(*work);
    return cudaSuccess;
}

}  // namespace warpwise
