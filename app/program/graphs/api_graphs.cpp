// Graphs as a program builds and asks for them.
#include <algorithm>

#include "program/graphs/graph_memory.h"
#include "program/graphs/graph_works.h"
#include "program/runtime/api_table.h"
#include "program/runtime/copies.h"

using namespace warpwise;

namespace {

using Nodes = std::vector<cudaGraphNode_t>;

// Null for `out` asks how many there are; what is left of a larger array becomes null.
cudaError_t give(const Nodes& nodes, cudaGraphNode_t* out, std::size_t* count) {
    if (count == nullptr) return cudaErrorInvalidValue;
    if (out == nullptr) {
        *count = nodes.size();
        return cudaSuccess;
    }
    for (std::size_t i = 0; i < *count; ++i) out[i] = i < nodes.size() ? nodes[i] : nullptr;
    *count = std::min(*count, nodes.size());
    return cudaSuccess;
}

Nodes nodes_of(cudaGraph_t graph) {
    Nodes out;
    for (const auto& [number, node] : graph->content->nodes) out.push_back(node.get());
    return out;
}

cudaError_t change_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, std::size_t count,
                                bool is_added) {
    if (!living_graphs().contains(graph) || ((from == nullptr || to == nullptr) && count > 0)) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < count; ++i) {
        if (node_of(from[i]) == nullptr || node_of(to[i]) == nullptr) return cudaErrorInvalidValue;
        if (from[i]->graph != graph || to[i]->graph != graph || from[i] == to[i]) return cudaErrorInvalidValue;
        if (to[i]->before.contains(from[i]) == is_added) return cudaErrorInvalidValue;
        if (is_added) {
            to[i]->before.insert(from[i]);
            from[i]->after.insert(to[i]);
        } else {
            to[i]->before.erase(from[i]);
            from[i]->after.erase(to[i]);
        }
    }
    return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* out, unsigned flags) {
    WARPWISE_CALL("cudaGraphCreate");
    if (out == nullptr || flags != 0) WARPWISE_RETURN(cudaErrorInvalidValue);
    *out = *living_graphs().insert(new CUgraph_st).first;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    WARPWISE_CALL("cudaGraphDestroy");
    if (!living_graphs().contains(graph) || graph->is_child) WARPWISE_RETURN(cudaErrorInvalidValue);
    destroy(graph);
    GraphMemory::instance().collect(runtime, place);
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGraphClone(cudaGraph_t* out, cudaGraph_t graph) {
    WARPWISE_CALL("cudaGraphClone");
    if (out == nullptr || !living_graphs().contains(graph)) WARPWISE_RETURN(cudaErrorInvalidValue);
    *out = *living_graphs().insert(new CUgraph_st).first;
    (*out)->content = copy_of(*graph->content, *out);
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                   const cudaKernelNodeParams* p) {
    WARPWISE_CALL("cudaGraphAddKernelNode");
    WARPWISE_RETURN(add(out, graph, before, count, kernel_node(runtime, p, call_name, place)));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                   const cudaMemcpy3DParms* p) {
    WARPWISE_CALL("cudaGraphAddMemcpyNode");
    WARPWISE_RETURN(add(out, graph, before, count, copy_node(p, call_name, place)));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count, void* to,
                                     const void* from, size_t bytes, cudaMemcpyKind kind) {
    WARPWISE_CALL("cudaGraphAddMemcpyNode1D");
    WARPWISE_RETURN(add(out, graph, before, count, copy_node(to, from, bytes, kind, call_name, place)));
}

cudaError_t __warpwise_graph_add_symbol_copy(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                             const void* symbol, void* other, size_t bytes, size_t offset, int to_symbol,
                                             cudaMemcpyKind kind) {
    WARPWISE_CALL("cudaGraphAddMemcpyNodeToSymbol");
    if (runtime.variable_of(symbol) == nullptr) WARPWISE_RETURN(cudaErrorInvalidSymbol);
    const char* call = to_symbol ? call_name : "cudaGraphAddMemcpyNodeFromSymbol";
    const VariableCopy wanted{symbol, other, bytes, offset, to_symbol != 0, kind, true};
    const auto now = [=] { return copy_variable(Runtime::instance(), wanted, call, place); };
    WARPWISE_RETURN(add(out, graph, before, count, NodeWork{.type = cudaGraphNodeTypeMemcpy, .call = now, .place = place}));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                   const cudaMemsetParams* p) {
    WARPWISE_CALL("cudaGraphAddMemsetNode");
    WARPWISE_RETURN(add(out, graph, before, count, fill_node(p, call_name, place)));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                 const cudaHostNodeParams* p) {
    WARPWISE_CALL("cudaGraphAddHostNode");
    WARPWISE_RETURN(add(out, graph, before, count, host_node(p, place)));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                       cudaGraph_t child) {
    WARPWISE_CALL("cudaGraphAddChildGraphNode");
    WARPWISE_RETURN(add(out, graph, before, count, child_node(child, place)));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count) {
    WARPWISE_CALL("cudaGraphAddEmptyNode");
    WARPWISE_RETURN(add(out, graph, before, count, NodeWork{.type = cudaGraphNodeTypeEmpty, .place = place}));
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                        cudaEvent_t event) {
    WARPWISE_CALL("cudaGraphAddEventRecordNode");
    WARPWISE_RETURN(add(out, graph, before, count, event_node(event, place)));
}

// Work is done in order: what an event marks is done.
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                      cudaEvent_t) {
    WARPWISE_CALL("cudaGraphAddEventWaitNode");
    WARPWISE_RETURN(add(out, graph, before, count, NodeWork{.type = cudaGraphNodeTypeWaitEvent, .place = place}));
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                     cudaMemAllocNodeParams* p) {
    WARPWISE_CALL("cudaGraphAddMemAllocNode");
    if (p == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    WARPWISE_RETURN(add(out, graph, before, count, allocation_node(runtime, p->bytesize, place, call_name, &p->dptr)));
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                    void* pointer) {
    WARPWISE_CALL("cudaGraphAddMemFreeNode");
    WARPWISE_RETURN(add(out, graph, before, count, free_node(runtime, pointer, place)));
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count) {
    WARPWISE_CALL("cudaGraphAddDependencies");
    WARPWISE_RETURN(change_dependencies(graph, from, to, count, true));
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count) {
    WARPWISE_CALL("cudaGraphRemoveDependencies");
    WARPWISE_RETURN(change_dependencies(graph, from, to, count, false));
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    WARPWISE_CALL("cudaGraphDestroyNode");
    if (node_of(node) == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    remove_node(*node);
    GraphMemory::instance().collect(runtime, place);
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* out, size_t* count) {
    WARPWISE_CALL("cudaGraphGetNodes");
    WARPWISE_RETURN(living_graphs().contains(graph) ? give(nodes_of(graph), out, count) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* out, size_t* count) {
    WARPWISE_CALL("cudaGraphGetRootNodes");
    if (!living_graphs().contains(graph)) WARPWISE_RETURN(cudaErrorInvalidValue);
    Nodes roots = nodes_of(graph);
    std::erase_if(roots, [](cudaGraphNode_t node) { return !node->before.empty(); });
    WARPWISE_RETURN(give(roots, out, count));
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count) {
    WARPWISE_CALL("cudaGraphGetEdges");
    if (!living_graphs().contains(graph) || count == nullptr || (from == nullptr) != (to == nullptr))
        WARPWISE_RETURN(cudaErrorInvalidValue);
    Nodes first, second;
    for (const cudaGraphNode_t node : nodes_of(graph))
        for (const cudaGraphNode_t before : node->before) {
            first.push_back(before);
            second.push_back(node);
        }
    std::size_t room = *count;
    give(first, from, &room);
    WARPWISE_RETURN(give(second, to, count));
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* out, size_t* count) {
    WARPWISE_CALL("cudaGraphNodeGetDependencies");
    WARPWISE_RETURN(node_of(node) ? give(Nodes(node->before.begin(), node->before.end()), out, count) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* out, size_t* count) {
    WARPWISE_CALL("cudaGraphNodeGetDependentNodes");
    WARPWISE_RETURN(node_of(node) ? give(Nodes(node->after.begin(), node->after.end()), out, count) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* out) {
    WARPWISE_CALL("cudaGraphNodeGetType");
    if (node_of(node) == nullptr || out == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    *out = node->work.type;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* out, cudaGraphNode_t node, cudaGraph_t clone) {
    WARPWISE_CALL("cudaGraphNodeFindInClone");
    if (out == nullptr || !living_graphs().contains(clone) || node_of(node) == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    const auto found = clone->content->copies.find(node->number);
    if (found == clone->content->copies.end()) WARPWISE_RETURN(cudaErrorInvalidValue);
    *out = found->second;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* out) {
    WARPWISE_CALL("cudaGraphChildGraphNodeGetGraph");
    if (node_of(node) == nullptr || out == nullptr || !node->work.child) WARPWISE_RETURN(cudaErrorInvalidValue);
    if (node->child == nullptr || node->child->content != node->work.child) {
        if (node->child != nullptr) destroy(node->child);
        node->child = *living_graphs().insert(new CUgraph_st{.content = node->work.child, .is_child = true}).first;
        for (const auto& [number, each] : node->work.child->nodes) each->graph = node->child;
    }
    *out = node->child;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* out) {
    WARPWISE_CALL("cudaGraphKernelNodeGetParams");
    if (node_of(node) == nullptr || out == nullptr || !node->work.kernel) WARPWISE_RETURN(cudaErrorInvalidValue);
    KernelWork& kernel = *node->work.kernel;
    kernel.given = kernel.pointers();
    *out = {.func = const_cast<void*>(kernel.function),
            .gridDim = kernel.request.grid,
            .blockDim = kernel.request.block,
            .sharedMemBytes = static_cast<unsigned>(kernel.request.shared_bytes),
            .kernelParams = kernel.given.data(),
            .extra = nullptr};
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* p) {
    WARPWISE_CALL("cudaGraphKernelNodeSetParams");
    WARPWISE_RETURN(change(node, cudaGraphNodeTypeKernel, kernel_node(runtime, p, call_name, place)));
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* p) {
    WARPWISE_CALL("cudaGraphMemcpyNodeSetParams");
    WARPWISE_RETURN(change(node, cudaGraphNodeTypeMemcpy, copy_node(p, call_name, place)));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    WARPWISE_CALL("cudaGraphMemcpyNodeSetParams1D");
    WARPWISE_RETURN(change(node, cudaGraphNodeTypeMemcpy, copy_node(to, from, bytes, kind, call_name, place)));
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* p) {
    WARPWISE_CALL("cudaGraphMemsetNodeSetParams");
    WARPWISE_RETURN(change(node, cudaGraphNodeTypeMemset, fill_node(p, call_name, place)));
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* out) {
    WARPWISE_CALL("cudaGraphHostNodeGetParams");
    if (node_of(node) == nullptr || out == nullptr || !node->work.host) WARPWISE_RETURN(cudaErrorInvalidValue);
    *out = *node->work.host;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* p) {
    WARPWISE_CALL("cudaGraphHostNodeSetParams");
    WARPWISE_RETURN(change(node, cudaGraphNodeTypeHost, host_node(p, place)));
}

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> graph_functions() {
    return {
        API(cudaGraphCreate),
        API(cudaGraphDestroy),
        API(cudaGraphClone),
        API(cudaGraphAddKernelNode),
        API(cudaGraphAddMemcpyNode),
        API(cudaGraphAddMemcpyNode1D),
        API(__warpwise_graph_add_symbol_copy),
        API(cudaGraphAddMemsetNode),
        API(cudaGraphAddHostNode),
        API(cudaGraphAddChildGraphNode),
        API(cudaGraphAddEmptyNode),
        API(cudaGraphAddEventRecordNode),
        API(cudaGraphAddEventWaitNode),
        API(cudaGraphAddMemAllocNode),
        API(cudaGraphAddMemFreeNode),
        API(cudaGraphAddDependencies),
        API(cudaGraphRemoveDependencies),
        API(cudaGraphDestroyNode),
        API(cudaGraphGetNodes),
        API(cudaGraphGetRootNodes),
        API(cudaGraphGetEdges),
        API(cudaGraphNodeGetDependencies),
        API(cudaGraphNodeGetDependentNodes),
        API(cudaGraphNodeGetType),
        API(cudaGraphNodeFindInClone),
        API(cudaGraphChildGraphNodeGetGraph),
        API(cudaGraphKernelNodeGetParams),
        API(cudaGraphKernelNodeSetParams),
        API(cudaGraphMemcpyNodeSetParams),
        API(cudaGraphMemcpyNodeSetParams1D),
        API(cudaGraphMemsetNodeSetParams),
        API(cudaGraphHostNodeGetParams),
        API(cudaGraphHostNodeSetParams),
    };
}

}  // namespace warpwise
