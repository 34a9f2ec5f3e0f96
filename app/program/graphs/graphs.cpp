#include "program/graphs/graphs.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <unordered_set>
#include <utility>

namespace warpwise {
namespace {

std::unordered_set<cudaGraphNode_t>& all_nodes() {
    static auto* all = new std::unordered_set<cudaGraphNode_t>;
    return *all;
}

std::uint64_t next_number() {
    static std::uint64_t last = 0;
    return ++last;
}

void connect(cudaGraphNode_t before, cudaGraphNode_t after) {
    before->after.insert(after);
    after->before.insert(before);
}

}  // namespace

bool ByNumber::operator()(cudaGraphNode_t a, cudaGraphNode_t b) const { return a->number < b->number; }

}  // namespace warpwise

CUgraphNode_st::CUgraphNode_st(warpwise::NodeWork what, CUgraph_st* owner)
    : number(warpwise::next_number()), work(std::move(what)), graph(owner) {
    warpwise::all_nodes().insert(this);
}

CUgraphNode_st::~CUgraphNode_st() { warpwise::all_nodes().erase(this); }

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
    return all_nodes().contains(node) && node->graph != nullptr && living_graphs().contains(node->graph) ? node : nullptr;
}

CUgraphNode_st* add_node(cudaGraph_t graph, NodeWork work, const std::vector<cudaGraphNode_t>& before) {
    if (work.conditional) graph->content->read.insert(work.conditional->handle);
    auto made = std::make_unique<CUgraphNode_st>(std::move(work), graph);
    CUgraphNode_st* node = made.get();
    graph->content->nodes.emplace(node->number, std::move(made));
    for (const cudaGraphNode_t each : before) connect(each, node);
    return node;
}

void remove_node(CUgraphNode_st& node) {
    destroy(node);
    for (const cudaGraphNode_t each : node.before) each->after.erase(&node);
    for (const cudaGraphNode_t each : node.after) each->before.erase(&node);
    GraphNodes& content = *node.graph->content;
    if (node.work.conditional) content.read.erase(node.work.conditional->handle);
    content.copies.erase(node.cloned_from);
    content.nodes.erase(node.number);
}

void destroy(CUgraphNode_st& node) {
    if (node.child != nullptr) destroy(std::exchange(node.child, nullptr));
    if (!node.work.conditional || !node.work.conditional->given) return;
    for (const cudaGraph_t body : *node.work.conditional->given) destroy(body);
}

void destroy(cudaGraph_t graph) {
    if (living_graphs().erase(graph) == 0) return;
    for (const auto& [number, node] : graph->content->nodes) {
        destroy(*node);
        if (node->graph == graph) node->graph = nullptr;
    }
    delete graph;
}

std::shared_ptr<GraphNodes> copy_of(const GraphNodes& from, CUgraph_st* owner) {
    auto out = std::make_shared<GraphNodes>();
    out->conditions = from.conditions;
    out->read = from.read;
    for (const auto& [number, node] : from.nodes) {
        auto copy = std::make_unique<CUgraphNode_st>(node->work, owner);
        copy->cloned_from = number;
        out->copies[number] = copy.get();
        if (auto& conditional = copy->work.conditional) {
            conditional->given = nullptr;
            for (auto& body : conditional->bodies) body = copy_of(*body, nullptr);
        }
        out->nodes.emplace(copy->number, std::move(copy));
    }
    for (const auto& [number, node] : from.nodes)
        for (const cudaGraphNode_t before : node->before) connect(out->copies.at(before->number), out->copies.at(number));
    return out;
}

// Dependencies first, and otherwise as the nodes were added: again and again from the first to the last, each as soon as it can be.
// Shorter than `nodes` where they form a cycle.
static std::vector<std::size_t> run_order(const std::vector<CUgraphExec_st::Node>& nodes) {
    std::vector<std::vector<std::size_t>> after(nodes.size());
    std::vector<std::size_t> missing(nodes.size()), out;
    using Next = std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>>;
    Next now, later;  // of this round, and of the one after it
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        missing[i] = nodes[i].before.size();
        for (const std::size_t before : nodes[i].before) after[before].push_back(i);
        if (missing[i] == 0) now.push(i);
    }
    while (!now.empty()) {
        const std::size_t i = now.top();
        now.pop();
        out.push_back(i);
        for (const std::size_t each : after[i])
            if (--missing[each] == 0) (each > i ? now : later).push(each);
        if (now.empty()) std::swap(now, later);
    }
    return out;
}

std::unique_ptr<CUgraphExec_st> instantiate(const GraphNodes& graph) {
    auto out = std::make_unique<CUgraphExec_st>();
    out->conditions = graph.conditions;
    for (const auto& [number, node] : graph.nodes) out->positions.emplace(node.get(), out->positions.size());
    for (const auto& [number, node] : graph.nodes) {
        CUgraphExec_st::Node made{.from = node.get(), .work = node->work};
        for (const cudaGraphNode_t before : node->before) made.before.push_back(out->positions.at(before));
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
    out->order = run_order(out->nodes);
    return out->order.size() == out->nodes.size() ? std::move(out) : nullptr;
}

cudaError_t run(Runtime& runtime, CUgraphExec_st& graph, std::unique_lock<Runtime::Mutex>& lock) {
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
            runtime.order.host_waits_for(runtime.working_stream);
            runtime.note_wait();
            const cudaHostNodeParams host = *node.work.host;
            const StreamOrder::Stream stream = runtime.working_stream;
            lock.unlock();
            host.fn(host.userData);
            lock.lock();
            runtime.working_stream = stream;  // another thread's work was of another one
        }
        if (error != cudaSuccess || runtime.sticky() != cudaSuccess) return error;  // what follows does not run after a fault
    }
    return cudaSuccess;
}

}  // namespace warpwise
