#include "program/graphs.h"

#include <algorithm>
#include <map>

namespace warpwise {

std::vector<void*> KernelWork::pointers() {
    std::vector<void*> out;
    for (auto& argument : arguments) out.push_back(argument.data());
    return out;
}

std::expected<KernelWork, cudaError_t> kernel_work(Runtime& runtime, const void* function, const LaunchRequest& request,
                                                   void** arguments) {
    RegisteredKernel* kernel = runtime.kernel_of(function);
    if (kernel == nullptr) return std::unexpected(cudaErrorInvalidDeviceFunction);
    const auto made = runtime.compiled(*kernel);
    if (!made) {
        runtime.tell_unsupported(made.error());
        return std::unexpected(cudaErrorInvalidKernelImage);
    }
    if (*made == nullptr) return std::unexpected(cudaErrorInvalidDeviceFunction);
    KernelWork out{.kernel = kernel, .function = function, .request = request};
    const auto& parameters = (*made)->kernel.parameters;
    if (!parameters.empty() && arguments == nullptr) return std::unexpected(cudaErrorInvalidValue);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto* from = static_cast<const std::byte*>(arguments[i]);
        out.arguments.emplace_back(from, from + parameters[i].bytes);
    }
    return out;
}

cudaError_t run(Runtime& runtime, KernelWork& work, const CodePlace& place) {
    std::vector<void*> arguments = work.pointers();
    return runtime.launch(*work.kernel, work.request, arguments.data(), place, work.is_cooperative);
}

std::set<cudaGraph_t>& living_graphs() {
    static auto* all = new std::set<cudaGraph_t>;
    return *all;
}

CUgraphNode_st* node_of(cudaGraphNode_t node) {
    for (const cudaGraph_t graph : living_graphs())
        for (const auto& each : graph->content->nodes)
            if (each.get() == node) return node;
    return nullptr;
}

CUgraphNode_st* add_node(cudaGraph_t graph, NodeWork work, std::vector<cudaGraphNode_t> before) {
    std::ranges::sort(before);
    before.erase(std::ranges::unique(before).begin(), before.end());
    auto& nodes = graph->content->nodes;
    nodes.push_back(std::make_unique<CUgraphNode_st>(std::move(work), std::move(before), graph));
    return nodes.back().get();
}

void destroy(CUgraphNode_st& node) {
    if (!node.work.conditional || !node.work.conditional->given) return;
    for (const cudaGraph_t body : *node.work.conditional->given) destroy(body);
}

void destroy(cudaGraph_t graph) {
    if (living_graphs().erase(graph) == 0) return;
    for (const auto& node : graph->content->nodes) destroy(*node);
    delete graph;
}

std::shared_ptr<GraphNodes> copy_of(const GraphNodes& from, CUgraph_st* owner) {
    auto out = std::make_shared<GraphNodes>();
    out->conditions = from.conditions;
    std::map<cudaGraphNode_t, cudaGraphNode_t> copies;
    for (const auto& node : from.nodes) {
        out->nodes.push_back(std::make_unique<CUgraphNode_st>(*node));
        out->nodes.back()->graph = owner;
        out->nodes.back()->cloned_from = node.get();
        copies[node.get()] = out->nodes.back().get();
        if (auto& conditional = out->nodes.back()->work.conditional) {
            conditional->given = nullptr;
            for (auto& body : conditional->bodies) body = copy_of(*body, nullptr);
        }
    }
    for (const auto& node : out->nodes)
        for (cudaGraphNode_t& before : node->before) before = copies.at(before);
    return out;
}

std::unique_ptr<CUgraphExec_st> instantiate(const GraphNodes& graph) {
    auto out = std::make_unique<CUgraphExec_st>();
    out->conditions = graph.conditions;
    std::map<cudaGraphNode_t, std::size_t> positions;
    for (const auto& node : graph.nodes) positions[node.get()] = positions.size();
    for (const auto& node : graph.nodes) {
        CUgraphExec_st::Node made{.from = node.get(), .work = node->work};
        for (const cudaGraphNode_t before : node->before) made.before.push_back(positions.at(before));
        std::ranges::sort(made.before);
        if (node->work.child) {
            made.child = instantiate(*node->work.child);
            if (!made.child) return nullptr;
        }
        if (node->work.conditional) {
            for (const auto& body : node->work.conditional->bodies) {
                made.bodies.push_back(instantiate(*body));
                if (!made.bodies.back()) return nullptr;
            }
        }
        out->nodes.push_back(std::move(made));
    }
    std::vector<bool> is_done(out->nodes.size());
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (std::size_t i = 0; i < out->nodes.size(); ++i) {
            if (is_done[i] || !std::ranges::all_of(out->nodes[i].before, [&](std::size_t b) { return is_done[b]; })) continue;
            is_done[i] = is_new = true;
            out->order.push_back(i);
        }
    }
    return out->order.size() == out->nodes.size() ? std::move(out) : nullptr;
}

cudaError_t run(Runtime& runtime, CUgraphExec_st& graph, std::unique_lock<std::mutex>& lock) {
    assign(runtime, graph.conditions);
    for (const std::size_t i : graph.order) {
        CUgraphExec_st::Node& node = graph.nodes[i];
        cudaError_t error = cudaSuccess;
        if (!node.is_enabled) continue;
        if (node.work.kernel) error = run(runtime, *node.work.kernel, node.work.place);
        if (node.work.call) error = node.work.call();
        if (node.child) error = run(runtime, *node.child, lock);
        if (node.work.conditional) error = run_conditional(runtime, node, lock);
        if (node.work.host) {
            runtime.synchronize();
            const cudaHostNodeParams host = *node.work.host;
            lock.unlock();
            host.fn(host.userData);
            lock.lock();
        }
        if (error != cudaSuccess || runtime.sticky() != cudaSuccess) return error;  // what follows does not run after a fault
    }
    return cudaSuccess;
}

}  // namespace warpwise
