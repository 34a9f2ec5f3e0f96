// Conditions of graphs: a handle is the address of a word of device memory, which kernels set and conditional nodes read.
#include <algorithm>
#include <cstring>

#include "program/graphs/graph_memory.h"
#include "program/graphs/graph_works.h"

namespace warpwise {
namespace {

// A loop that a graph on a GPU would run for good.
constexpr int kMostTurns = 100000;

unsigned value_of(Runtime& runtime, cudaGraphConditionalHandle handle) {
    unsigned value = 0;
    if (const HeapBlock* block = runtime.heap.at(handle)) std::memcpy(&value, block->host, sizeof value);
    return value;
}

// The graph to run for a value; null: none.
CUgraphExec_st* chosen(const CUgraphExec_st::Node& node, unsigned value) {
    const bool is_switch = node.work.conditional->type == cudaGraphCondTypeSwitch;
    const std::size_t index = is_switch ? value : value != 0 ? 0 : 1;
    return index < node.bodies.size() ? node.bodies[index].get() : nullptr;
}

}  // namespace

cudaError_t make_condition(Runtime& runtime, cudaGraph_t graph, unsigned value, bool is_assigned, const CodePlace& place,
                           cudaGraphConditionalHandle* out) {
    if (out == nullptr || !living_graphs().contains(graph)) return cudaErrorInvalidValue;
    HeapBlock* block =
        runtime.heap.allocate(MemoryKind::device, sizeof value, place, "cudaGraphConditionalHandleCreate", Gpus::current());
    if (block == nullptr) return cudaErrorMemoryAllocation;
    block->is_internal = block->is_of_graph = true;
    block->name = "condition";
    std::memset(block->host, 0, sizeof value);
    runtime.heap.note_filled(*block);
    graph->content->conditions[block->address] = {block->address, value, is_assigned, std::make_shared<const GraphBlock>(*block)};
    *out = block->address;
    return cudaSuccess;
}

void assign(Runtime& runtime, const GraphConditions& conditions) {
    for (const auto& [handle, condition] : conditions) {
        HeapBlock* block = condition.is_assigned ? runtime.heap.at(condition.handle) : nullptr;
        if (block == nullptr) continue;
        std::memcpy(block->host, &condition.value, sizeof condition.value);
        runtime.heap.note_filled(*block);
    }
}

MadeWork conditional_node(cudaGraph_t graph, cudaConditionalNodeParams& p, const CodePlace& place) {
    const bool is_loop = p.type == cudaGraphCondTypeWhile, is_if = p.type == cudaGraphCondTypeIf;
    if (!is_loop && !is_if && p.type != cudaGraphCondTypeSwitch) return std::unexpected(cudaErrorInvalidValue);
    if (p.size < 1 || (is_loop && p.size > 1) || (is_if && p.size > 2)) return std::unexpected(cudaErrorInvalidValue);
    // The handle is one of this graph, and no other node reads it.
    const GraphNodes& content = *graph->content;
    if (!content.conditions.contains(p.handle) || content.read.contains(p.handle)) return std::unexpected(cudaErrorInvalidValue);
    ConditionalWork work{p.handle, p.type, {}, std::make_shared<std::vector<cudaGraph_t>>()};
    for (unsigned i = 0; i < p.size; ++i) {
        cudaGraph_t body = *living_graphs().insert(new CUgraph_st{.is_child = true}).first;
        work.bodies.push_back(body->content);
        work.given->push_back(body);
    }
    p.phGraph_out = work.given->data();
    return NodeWork{.type = cudaGraphNodeTypeConditional, .conditional = std::move(work), .place = place};
}

cudaError_t run_conditional(Runtime& runtime, CUgraphExec_st::Node& node, std::unique_lock<Runtime::Mutex>& lock) {
    const ConditionalWork& work = *node.work.conditional;
    for (int turn = 0; turn < kMostTurns; ++turn) {
        CUgraphExec_st* body = chosen(node, value_of(runtime, work.handle));
        if (body == nullptr) return cudaSuccess;
        const cudaError_t error = run(runtime, *body, lock);
        if (error != cudaSuccess || runtime.sticky() != cudaSuccess) return error;
        if (work.type != cudaGraphCondTypeWhile) return cudaSuccess;
    }
    runtime.tell("step_budget", node.work.place,
                 "the graph of this conditional node has run 100,000 times, and its condition is still not 0",
                 "To end the loop, call cudaGraphSetConditional(handle, 0) in a kernel of that graph.");
    runtime.set_sticky(cudaErrorLaunchTimeout);
    return cudaErrorLaunchTimeout;
}

}  // namespace warpwise
