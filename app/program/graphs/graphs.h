// CUDA graphs: work as nodes, in the order that their dependencies ask for. A stream that captures makes them, too (streams.h).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "program/runtime/runtime.h"

// They continue what runtime.h includes.
#include "program/headers/runtime_pools.h"

#include "program/headers/runtime_graphs.h"

#include "program/headers/runtime_attributes.h"

#include "program/headers/runtime_graph_nodes.h"

namespace warpwise {

// A launch with a copy of its arguments, as they were when the node was made.
struct KernelWork {
    RegisteredKernel* kernel = nullptr;
    const void* function = nullptr;
    LaunchRequest request;
    std::vector<std::vector<std::byte>> arguments;
    bool is_cooperative = false;
    std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes = {};
    std::vector<void*> given = {};  // what cudaGraphKernelNodeGetParams() has given out
    std::vector<void*> pointers();  // to the copies
};

// An error of CUDA's for a function that is not a kernel or does not compile; the latter is told.
std::expected<KernelWork, cudaError_t> kernel_work(Runtime&, const void* function, const LaunchRequest&, void** arguments);
cudaError_t run(Runtime&, KernelWork&, const CodePlace&);

// A node that runs one of its graphs, or runs one again and again, as a word of device memory says (graph_conditions.cpp).
struct ConditionalWork {
    cudaGraphConditionalHandle handle = 0;  // the word's address
    cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;
    std::vector<std::shared_ptr<struct GraphNodes>> bodies;
    std::shared_ptr<std::vector<cudaGraph_t>> given;  // the bodies as the program fills them; null in copies
};

// What a node does. A kernel, a host function and a graph can be asked for and changed; all else is a call.
struct NodeWork {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    std::optional<KernelWork> kernel;
    std::optional<cudaHostNodeParams> host;
    std::shared_ptr<struct GraphNodes> child;
    std::optional<ConditionalWork> conditional;
    std::function<cudaError_t()> call;
    std::shared_ptr<const class GraphBlock> memory;  // that it allocates
    CodePlace place;                                 // of the call that made it: what is wrong with it is told there
};

}  // namespace warpwise

namespace warpwise {

// In the order in which they were made.
struct ByNumber {
    bool operator()(cudaGraphNode_t, cudaGraphNode_t) const;
};
using NodeSet = std::set<cudaGraphNode_t, ByNumber>;

}  // namespace warpwise

struct CUgraphNode_st {
    const std::uint64_t number;  // no other node has it, nor will
    warpwise::NodeWork work;
    warpwise::NodeSet before, after;  // that must be done first, and that wait for this one; of the same graph
    CUgraph_st* graph = nullptr;      // null: no handle leads to it
    std::uint64_t cloned_from = 0;    // the number of a node; 0: none
    CUgraph_st* child = nullptr;      // what leads to the graph in it, once it was asked for

    // Each is known by its address from here on (node_of).
    CUgraphNode_st(warpwise::NodeWork what, CUgraph_st* owner);
    CUgraphNode_st(const CUgraphNode_st&) = delete;
    ~CUgraphNode_st();
};

namespace warpwise {

// A condition that belongs to a graph.
struct GraphCondition {
    cudaGraphConditionalHandle handle = 0;
    unsigned value = 0;
    bool is_assigned = false;  // the value, whenever the graph begins
    std::shared_ptr<const class GraphBlock> word = nullptr;
};
using GraphConditions = std::map<cudaGraphConditionalHandle, GraphCondition>;

struct GraphNodes {
    std::map<std::uint64_t, std::unique_ptr<CUgraphNode_st>> nodes;  // by number, which is as they were added
    std::unordered_map<std::uint64_t, cudaGraphNode_t> copies;       // by the numbers of the nodes that they were cloned from
    GraphConditions conditions;
    std::set<cudaGraphConditionalHandle> read;  // conditions that have a node
};

}  // namespace warpwise

struct CUgraph_st {
    std::shared_ptr<warpwise::GraphNodes> content = std::make_shared<warpwise::GraphNodes>();
    bool is_child = false;  // of a node, which owns it
};

struct CUgraphExec_st {
    struct Node {
        cudaGraphNode_t from;  // of the graph that was instantiated; only compared
        warpwise::NodeWork work;
        std::vector<std::size_t> before;  // positions in the graph's own order
        std::unique_ptr<CUgraphExec_st> child;
        std::vector<std::unique_ptr<CUgraphExec_st>> bodies;
        bool is_enabled = true;
    };
    std::vector<Node> nodes;                                     // in the graph's own order
    std::unordered_map<cudaGraphNode_t, std::size_t> positions;  // of `from` in it
    std::vector<std::size_t> order;                              // one in which dependencies come first
    warpwise::GraphConditions conditions;
};

namespace warpwise {

std::set<cudaGraph_t>& living_graphs();
// Null where the handle is not that of a living graph or node.
CUgraphNode_st* node_of(cudaGraphNode_t);
CUgraphNode_st* add_node(cudaGraph_t, NodeWork, const std::vector<cudaGraphNode_t>& before);
void remove_node(CUgraphNode_st&);
std::shared_ptr<GraphNodes> copy_of(const GraphNodes&, CUgraph_st* owner);
// Null for a graph with a cycle.
std::unique_ptr<CUgraphExec_st> instantiate(const GraphNodes&);
// Runs all of it in its order. Host functions run without the lock, as they do elsewhere.
cudaError_t run(Runtime&, CUgraphExec_st&, std::unique_lock<Runtime::Mutex>&);
// What handles lead to is gone, and so are the bodies of conditional nodes.
void destroy(CUgraphNode_st&);
void destroy(cudaGraph_t);

// ---- conditions (graph_conditions.cpp) ----
cudaError_t make_condition(Runtime&, cudaGraph_t, unsigned value, bool is_assigned, const CodePlace&,
                           cudaGraphConditionalHandle* out);
void assign(Runtime&, const GraphConditions&);
cudaError_t run_conditional(Runtime&, CUgraphExec_st::Node&, std::unique_lock<Runtime::Mutex>&);

}  // namespace warpwise
