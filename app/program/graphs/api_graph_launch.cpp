// Graphs that can be launched: instantiated, updated, run.
#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "program/graphs/graph_memory.h"
#include "program/graphs/graph_works.h"
#include "program/runtime/api_table.h"

using namespace warpwise;

namespace {

// A graph that is running outlives its destruction by a host function of its own.
std::map<cudaGraphExec_t, std::shared_ptr<CUgraphExec_st>>& living() {
    static auto* all = new std::map<cudaGraphExec_t, std::shared_ptr<CUgraphExec_st>>;
    return *all;
}

// By handle: where it was destroyed.
std::map<cudaGraphExec_t, CodePlace>& destroyed() {
    static auto* all = new std::map<cudaGraphExec_t, CodePlace>;
    return *all;
}

std::shared_ptr<CUgraphExec_st> find(Runtime& runtime, cudaGraphExec_t graph, const char* call, const CodePlace& place) {
    if (const auto found = living().find(graph); found != living().end()) return found->second;
    if (const auto gone = destroyed().find(graph); gone != destroyed().end())
        runtime.tell("use_after_destroy", place,
                     fmt::format("{} is given a graph that line {} has destroyed", call, gone->second.line),
                     "Destroy the graph after its last launch.");
    return nullptr;
}

// A body holds what needs nothing of the host.
CUgraphNode_st* refused_in_body(const GraphNodes& graph, bool is_body) {
    for (const auto& [number, node] : graph.nodes) {
        const NodeWork& work = node->work;
        const bool is_allowed = work.kernel || work.child || work.conditional || work.type == cudaGraphNodeTypeMemcpy ||
                                work.type == cudaGraphNodeTypeMemset || work.type == cudaGraphNodeTypeEmpty;
        if (is_body && !is_allowed) return node.get();
        if (work.child)
            if (CUgraphNode_st* found = refused_in_body(*work.child, is_body)) return found;
        if (!work.conditional) continue;
        for (const auto& body : work.conditional->bodies)
            if (CUgraphNode_st* found = refused_in_body(*body, true)) return found;
    }
    return nullptr;
}

cudaError_t make(Runtime& runtime, cudaGraphExec_t* out, cudaGraph_t graph) {
    if (out == nullptr || !living_graphs().contains(graph)) return cudaErrorInvalidValue;
    if (const CUgraphNode_st* node = refused_in_body(*graph->content, false)) {
        runtime.tell("unsupported", node->work.place, "a conditional node's graph holds a node that CUDA does not allow there",
                     "That graph can contain kernels, copies, memsets, child graphs, empty nodes and conditional nodes.");
        return cudaErrorNotSupported;
    }
    std::shared_ptr<CUgraphExec_st> made = instantiate(*graph->content);
    if (!made) return cudaErrorInvalidValue;
    *out = made.get();
    destroyed().erase(made.get());
    living()[made.get()] = std::move(made);
    return cudaSuccess;
}

CUgraphExec_st::Node* node_in(CUgraphExec_st& graph, cudaGraphNode_t from) {
    const auto found = graph.positions.find(from);
    return found == graph.positions.end() ? nullptr : &graph.nodes[found->second];
}

// The same nodes in the same order with the same dependencies: only what they do may differ.
cudaGraphExecUpdateResult update(CUgraphExec_st& graph, CUgraphExec_st& wanted, std::size_t& differs) {
    if (graph.nodes.size() != wanted.nodes.size()) return cudaGraphExecUpdateErrorTopologyChanged;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        differs = i;
        if (graph.nodes[i].before != wanted.nodes[i].before) return cudaGraphExecUpdateErrorTopologyChanged;
        if (graph.nodes[i].work.type != wanted.nodes[i].work.type) return cudaGraphExecUpdateErrorNodeTypeChanged;
        std::size_t inside = 0;
        if (graph.nodes[i].child)
            if (const auto result = update(*graph.nodes[i].child, *wanted.nodes[i].child, inside)) return result;
        if (graph.nodes[i].bodies.size() != wanted.nodes[i].bodies.size()) return cudaGraphExecUpdateErrorParametersChanged;
        for (std::size_t k = 0; k < graph.nodes[i].bodies.size(); ++k)
            if (const auto result = update(*graph.nodes[i].bodies[k], *wanted.nodes[i].bodies[k], inside)) return result;
    }
    graph.conditions = wanted.conditions;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) graph.nodes[i].work = wanted.nodes[i].work;
    return cudaGraphExecUpdateSuccess;
}

}  // namespace

namespace warpwise {

cudaError_t change(Runtime& runtime, cudaGraphExec_t graph, cudaGraphNode_t from, cudaGraphNodeType type, MadeWork work,
                   const char* call, const CodePlace& place) {
    const auto known = find(runtime, graph, call, place);
    CUgraphExec_st::Node* node = known ? node_in(*known, from) : nullptr;
    if (node == nullptr || node->work.type != type) return cudaErrorInvalidValue;
    if (!work) return work.error();
    if (work->child) {
        auto child = instantiate(*work->child);
        if (!child || child->nodes.size() != node->child->nodes.size()) return cudaErrorInvalidValue;
        node->child = std::move(child);
    }
    node->work = std::move(*work);
    return cudaSuccess;
}

}  // namespace warpwise

extern "C" {

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* out, cudaGraph_t graph, unsigned long long) {
    WARPWISE_CALL("cudaGraphInstantiate");
    WARPWISE_RETURN(make(runtime, out, graph));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* out, cudaGraph_t graph, unsigned long long) {
    WARPWISE_CALL("cudaGraphInstantiateWithFlags");
    WARPWISE_RETURN(make(runtime, out, graph));
}

// Into a stream that captures, the graph becomes a node of the other one.
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
    Runtime& runtime = Runtime::instance();
    if (runtime.is_forked()) return cudaErrorInitializationError;
    std::unique_lock lock(runtime.mutex);
    constexpr const char* call_name = "cudaGraphLaunch";
    const CodePlace place = place_of_call(__builtin_return_address(0));
    if (runtime.sticky() != cudaSuccess) return runtime.returns(call_name, place, runtime.sticky(), true);
    const auto known = find(runtime, graph, call_name, place);
    if (!known) WARPWISE_RETURN(cudaErrorInvalidValue);
    if (!is_stream(stream)) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    if (is_capturing(stream)) {
        runtime.tell("unsupported", place, "unsupported: cudaGraphLaunch() into a stream that captures",
                     "Add the graph with cudaGraphAddChildGraphNode(), or capture its work itself.");
        WARPWISE_RETURN(cudaErrorStreamCaptureUnsupported);
    }
    if (stream_of(stream) == nullptr)
        if (const cudaError_t error = refuse_default_stream_while_capturing()) WARPWISE_RETURN(error);
    const StreamOrder::Stream before = std::exchange(runtime.working_stream, order_of(stream));
    const cudaError_t error = run(runtime, *known, lock);
    runtime.working_stream = before;
    WARPWISE_RETURN(error);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t graph, cudaStream_t stream) {
    WARPWISE_CALL("cudaGraphUpload");
    if (!find(runtime, graph, call_name, place)) WARPWISE_RETURN(cudaErrorInvalidValue);
    WARPWISE_RETURN(is_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) {
    WARPWISE_CALL("cudaGraphExecDestroy");
    if (!find(runtime, graph, call_name, place)) WARPWISE_RETURN(cudaErrorInvalidValue);
    living().erase(graph);
    destroyed()[graph] = place;
    GraphMemory::instance().collect(runtime, place);
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t graph, cudaGraph_t to, cudaGraphExecUpdateResultInfo* info) {
    WARPWISE_CALL("cudaGraphExecUpdate");
    const auto known = find(runtime, graph, call_name, place);
    if (!known || !living_graphs().contains(to) || info == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    *info = {cudaGraphExecUpdateError, nullptr, nullptr};
    const auto wanted = instantiate(*to->content);
    if (!wanted) WARPWISE_RETURN(cudaErrorGraphExecUpdateFailure);
    std::size_t differs = wanted->nodes.size();
    info->result = update(*known, *wanted, differs);
    GraphMemory::instance().collect(runtime, place);
    if (info->result == cudaGraphExecUpdateSuccess) WARPWISE_RETURN(cudaSuccess);
    if (differs < wanted->nodes.size()) info->errorNode = wanted->nodes[differs].from;
    WARPWISE_RETURN(cudaErrorGraphExecUpdateFailure);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t graph, cudaGraphNode_t node, const cudaKernelNodeParams* p) {
    WARPWISE_CALL("cudaGraphExecKernelNodeSetParams");
    WARPWISE_RETURN(
        change(runtime, graph, node, cudaGraphNodeTypeKernel, kernel_node(runtime, p, call_name, place), call_name, place));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t graph, cudaGraphNode_t node, const cudaMemcpy3DParms* p) {
    WARPWISE_CALL("cudaGraphExecMemcpyNodeSetParams");
    WARPWISE_RETURN(change(runtime, graph, node, cudaGraphNodeTypeMemcpy, copy_node(p, call_name, place), call_name, place));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t graph, cudaGraphNode_t node, void* to, const void* from,
                                               size_t bytes, cudaMemcpyKind kind) {
    WARPWISE_CALL("cudaGraphExecMemcpyNodeSetParams1D");
    WARPWISE_RETURN(change(runtime, graph, node, cudaGraphNodeTypeMemcpy, copy_node(to, from, bytes, kind, call_name, place),
                           call_name, place));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t graph, cudaGraphNode_t node, const cudaMemsetParams* p) {
    WARPWISE_CALL("cudaGraphExecMemsetNodeSetParams");
    WARPWISE_RETURN(change(runtime, graph, node, cudaGraphNodeTypeMemset, fill_node(p, call_name, place), call_name, place));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t graph, cudaGraphNode_t node, const cudaHostNodeParams* p) {
    WARPWISE_CALL("cudaGraphExecHostNodeSetParams");
    WARPWISE_RETURN(change(runtime, graph, node, cudaGraphNodeTypeHost, host_node(p, place), call_name, place));
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t graph, cudaGraphNode_t node, cudaGraph_t child) {
    WARPWISE_CALL("cudaGraphExecChildGraphNodeSetParams");
    WARPWISE_RETURN(change(runtime, graph, node, cudaGraphNodeTypeGraph, child_node(child, place), call_name, place));
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t graph, cudaGraphNode_t node, unsigned is_enabled) {
    WARPWISE_CALL("cudaGraphNodeSetEnabled");
    const auto known = find(runtime, graph, call_name, place);
    CUgraphExec_st::Node* found = known ? node_in(*known, node) : nullptr;
    if (found == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    found->is_enabled = is_enabled != 0;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t graph, cudaGraphNode_t node, unsigned* is_enabled) {
    WARPWISE_CALL("cudaGraphNodeGetEnabled");
    const auto known = find(runtime, graph, call_name, place);
    const CUgraphExec_st::Node* found = known ? node_in(*known, node) : nullptr;
    if (found == nullptr || is_enabled == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    *is_enabled = found->is_enabled ? 1 : 0;
    WARPWISE_RETURN(cudaSuccess);
}

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> graph_launch_functions() {
    return {
        API(cudaGraphInstantiate),
        API(cudaGraphInstantiateWithFlags),
        API(cudaGraphLaunch),
        API(cudaGraphUpload),
        API(cudaGraphExecDestroy),
        API(cudaGraphExecUpdate),
        API(cudaGraphExecKernelNodeSetParams),
        API(cudaGraphExecMemcpyNodeSetParams),
        API(cudaGraphExecMemcpyNodeSetParams1D),
        API(cudaGraphExecMemsetNodeSetParams),
        API(cudaGraphExecHostNodeSetParams),
        API(cudaGraphExecChildGraphNodeSetParams),
        API(cudaGraphNodeSetEnabled),
        API(cudaGraphNodeGetEnabled),
    };
}

}  // namespace warpwise
